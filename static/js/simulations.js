// Rows of a form that are added and removed without asking the server. Every form works without it.
(() => {
  document.addEventListener("click", (event) => {
    const add = event.target.closest("[data-add-row]");
    const drop = event.target.closest("[data-drop-row]");
    if (add) {
      const list = add.closest("fieldset").querySelector("[data-row-list]");
      event.preventDefault();
      addRow(list);
    } else if (drop) {
      const list = drop.closest("[data-row-list]");
      drop.closest("[data-odds-row]").remove();
      showDrops(list);
      list.querySelector("[data-odds-row]:last-child input:not([type=number])")?.focus();
    }
  });

  document.querySelectorAll("[data-row-list]").forEach(showDrops);

  // A copy of the last row with names for its fields that no other has, and without its cards and errors.
  function addRow(list) {
    const rows = list.querySelectorAll("[data-odds-row]");
    const row = rows[rows.length - 1].cloneNode(true);
    const number = Number(list.dataset.added || 0) + 1;
    list.dataset.added = number;
    row.querySelectorAll(".field__error").forEach((error) => error.remove());
    row.querySelectorAll("input, select").forEach((field) => {
      const id = `${field.id.replace(/-added.*/, "")}-added-${number}`;
      row.querySelector(`label[for="${field.id}"]`)?.setAttribute("for", id);
      field.id = id;
      field.removeAttribute("aria-invalid");
      if (!/-problem$/.test(field.getAttribute("aria-describedby") || "")) return;
      field.removeAttribute("aria-describedby");
    });
    const cards = row.querySelector("input[list]");
    cards.value = "";
    list.append(row);
    showDrops(list);
    cards.focus();
  }

  // One row always stays; the first is joined to nothing.
  function showDrops(list) {
    const rows = list.querySelectorAll("[data-odds-row]");
    rows.forEach((row, at) => {
      row.querySelector("[data-drop-row]").hidden = rows.length < 2;
      row.querySelector(".oddsrow__join")?.classList.toggle("oddsrow__join--first", at === 0);
    });
  }
})();
