// Runs before the page is painted: what is remembered of theme and keys, and the mark that scripts run.
(() => {
  const root = document.documentElement;
  root.classList.add("has-script");
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (localStorage.getItem("shortcuts") === "off") root.dataset.shortcuts = "off";
  } catch {
    // Storage may be closed to the page; the system's preference then stands.
  }
})();
