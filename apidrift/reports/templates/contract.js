(() => {
  "use strict";
  const query = document.getElementById("query");
  const uses = [...document.querySelectorAll(".uses li")];
  const groups = [...document.querySelectorAll(".uses")];
  query.addEventListener("input", () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const use of uses) {
      const text = use.closest("section").querySelector("h2").textContent + use.textContent;
      const on = words.every((word) => text.toLowerCase().includes(word));
      use.toggleAttribute("data-off", !on);
      shown += on;
    }
    for (const group of groups) {
      const off = !group.querySelector("li:not([data-off])");
      group.toggleAttribute("data-off", off);
      group.previousElementSibling.toggleAttribute("data-off", off);
    }
    for (const file of document.querySelectorAll(".contract-file")) {
      file.toggleAttribute("data-off", !file.querySelector("li:not([data-off])"));
    }
    document.getElementById("showing").textContent = words.length ? `${shown} of ${uses.length} uses` : `${uses.length} uses`;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === query || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    query.focus();
  });
})();
