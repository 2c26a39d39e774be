// Triage: j and k go from list to list, Enter opens one, x chooses it. Without scripts the links and boxes do the same.
(() => {
  const rows = [...document.querySelectorAll("[data-triage] [data-row-key]")];
  const linkOf = (row) => row.querySelector("th a, td a");
  const boxOf = (row) => row.querySelector("input[type=checkbox]");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], dialog')) return;
    const at = rows.indexOf(event.target.closest("[data-row-key]"));
    const step = { j: 1, k: -1 }[event.key];
    if (step && rows.length) {
      event.preventDefault();
      const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))];
      boxOf(next).focus({ preventScroll: true });
      next.scrollIntoView({ block: "nearest" });
    } else if (at >= 0 && event.key === "x") {
      event.preventDefault();
      boxOf(rows[at]).click();
    } else if (at >= 0 && event.key === "Enter" && event.target === boxOf(rows[at]) && linkOf(rows[at])) {
      event.preventDefault();
      linkOf(rows[at]).click();
    }
  });
})();
