(() => {
  "use strict";
  const rows = [...document.querySelectorAll(".matrix tbody tr:not(.file)")].map((row) => [...row.querySelectorAll("td")]);
  const tip = document.getElementById("tip");
  const heads = [...document.querySelectorAll(".matrix .labels th")].slice(1);
  if (!rows.length) return;

  const tell = (cell) => {
    for (const old of document.querySelectorAll(".here")) old.classList.remove("here");
    const row = cell.parentElement;
    row.querySelector("th").classList.add("here");
    heads[cell.cellIndex - 1].classList.add("here");
    tip.replaceChildren();
    const add = (tag, text, name) => {
      const element = document.createElement(tag);
      element.textContent = text;
      if (name) element.className = name;
      tip.append(element, " ");
    };
    add("b", cell.dataset.tip.split(": ")[0]);
    add("span", cell.dataset.tip.slice(cell.dataset.tip.indexOf(": ") + 2), "what");
    add("code", row.querySelector(".use").textContent);
    tip.classList.add("on");
  };
  for (const cell of rows.flat()) {
    // The script tells more than a native tooltip; both at once would be one too many.
    cell.dataset.tip = cell.title;
    cell.setAttribute("aria-label", cell.title);
    cell.removeAttribute("title");
    cell.tabIndex = -1;
  }
  rows[0][0].tabIndex = 0;
  const table = document.querySelector(".matrix");
  const at = (target) => target.closest?.("td[data-tip]");
  for (const kind of ["mouseover", "focusin", "click"]) {
    table.addEventListener(kind, (event) => at(event.target) && tell(at(event.target)));
  }
  table.addEventListener("mouseleave", () => tip.classList.remove("on"));
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -1e6], End: [0, 1e6] };
  table.addEventListener("keydown", (event) => {
    const cell = at(event.target);
    if (!cell || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    const y = rows.findIndex((row) => row.includes(cell));
    const [down, right] = steps[event.key];
    const within = (value, length) => Math.min(Math.max(value, 0), length - 1);
    const next = rows[within(y + down, rows.length)][within(rows[y].indexOf(cell) + right, rows[y].length)];
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
})();
