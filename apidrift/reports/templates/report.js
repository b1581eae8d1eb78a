(() => {
  "use strict";
  const { read, write } = window.pageState;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const cards = all(".card");
  const query = document.getElementById("query");
  if (!query) return;
  const chips = all(".chip");
  const clear = document.querySelector(".clear");
  const showing = document.getElementById("showing");
  const none = document.querySelector(".none");
  const texts = new Map(cards.map((card) => [card, card.textContent.toLowerCase()]));
  const wanted = { section: new Set(), rule: new Set(), file: new Set() };

  const matches = (card, words) =>
    Object.entries(wanted).every(([kind, values]) => !values.size || values.has(card.dataset[kind])) &&
    words.every((word) => texts.get(card).includes(word));

  const highlight = (words) => {
    if (!window.Highlight || !CSS.highlights) return;
    CSS.highlights.delete("query");
    if (!words.length) return;
    const ranges = [];
    for (const card of cards) {
      if (card.hasAttribute("data-off")) continue;
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent.toLowerCase();
        for (const word of words) {
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
            const range = new Range();
            range.setStart(node, at);
            range.setEnd(node, at + word.length);
            ranges.push(range);
          }
        }
      }
    }
    CSS.highlights.set("query", new Highlight(...ranges));
  };

  const apply = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      const on = matches(card, words);
      card.toggleAttribute("data-off", !on);
      shown += on;
    }
    for (const part of all(".part")) {
      const left = all(".card:not([data-off])", part).length;
      const count = part.querySelector("h2 .count");
      const total = all(".card", part).length;
      part.toggleAttribute("data-off", !left);
      count.textContent = left === total ? total : `${left} of ${total}`;
    }
    for (const chip of chips) chip.setAttribute("aria-pressed", wanted[chip.dataset.filter].has(chip.dataset.value));
    const filtered = words.length > 0 || Object.values(wanted).some((values) => values.size);
    showing.textContent = filtered ? `${shown} of ${cards.length} findings` : `${cards.length} findings`;
    clear.hidden = !filtered;
    none.hidden = shown > 0;
    highlight(words);
  };

  const remember = () =>
    write((state) => {
      if (query.value) state.set("q", query.value);
      else state.delete("q");
      for (const [kind, values] of Object.entries(wanted)) {
        state.delete(kind);
        for (const value of values) state.append(kind, value);
      }
    });
  const changed = () => {
    apply();
    remember();
  };
  const reset = () => {
    query.value = "";
    for (const values of Object.values(wanted)) values.clear();
    apply();
  };

  const target = () => document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const follow = () => {
    if (!location.hash || location.hash.includes("=")) return;
    const element = target();
    if (!element) return;
    if (element.closest("[data-off]")) reset();
    if (element.tagName === "DETAILS") element.open = true;
    element.scrollIntoView();
    element.focus({ preventScroll: true });
  };

  const visible = () => cards.filter((card) => !card.hasAttribute("data-off"));
  const current = () => document.activeElement.closest(".card");
  const move = (by) => {
    const list = visible();
    if (!list.length) return;
    const at = list.indexOf(current());
    const next = at < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + by, 0), list.length - 1);
    list[next].focus();
    list[next].scrollIntoView({ block: "nearest" });
  };
  const fold = () => {
    const folds = current() ? all("details", current()) : [];
    const open = folds.some((each) => !each.open);
    for (const each of folds) each.open = open;
  };

  const keys = {
    "/": () => (query.focus(), query.select()),
    j: () => move(1),
    k: () => move(-1),
    o: fold,
    Escape: () => (reset(), remember()),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === query;
    if (typing && event.key === "Escape") query.blur();
    else if (typing || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  query.addEventListener("input", changed);
  clear.addEventListener("click", () => (reset(), remember(), query.focus()));
  for (const chip of chips) {
    chip.addEventListener("click", () => {
      const values = wanted[chip.dataset.filter];
      if (!values.delete(chip.dataset.value)) values.add(chip.dataset.value);
      changed();
    });
  }
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => all("details").forEach((each) => ((each.dataset.was = each.open), (each.open = true))));
  addEventListener("afterprint", () => all("details").forEach((each) => (each.open = each.dataset.was === "true")));

  const state = read();
  query.value = state.get("q") ?? "";
  for (const [kind, values] of Object.entries(wanted)) for (const value of state.getAll(kind)) values.add(value);
  apply();
  follow();
})();
