(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("scripted");
  const button = document.querySelector("[data-theme-button]");
  const label = document.querySelector("[data-theme-name]");
  const names = ["auto", "light", "dark"];

  // What the reader chose lives in the address's fragment alone: nothing is stored. A fragment without "=" names an element.
  const read = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const write = (change) => {
    const state = read();
    change(state);
    const text = state.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  };
  const show = (name) => {
    if (name === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", name);
    label.textContent = name[0].toUpperCase() + name.slice(1);
  };
  let theme = names.includes(read().get("theme")) ? read().get("theme") : "auto";
  show(theme);
  button.addEventListener("click", () => {
    theme = names[(names.indexOf(theme) + 1) % names.length];
    show(theme);
    write((state) => (theme === "auto" ? state.delete("theme") : state.set("theme", theme)));
  });
  window.pageState = { read, write };
})();
