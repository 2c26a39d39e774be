// A run that is followed in place: its table stays unfolded, and each state and each tenth is announced once.
(() => {
  const read = () => document.querySelector("#run [data-announce-as]")?.dataset.announceAs;
  const table = () => document.getElementById("run-table");
  let told = read();
  let isOpen = false;

  document.addEventListener("htmx:beforeSwap", () => (isOpen = Boolean(table()?.open)));

  document.addEventListener("htmx:afterSettle", () => {
    if (isOpen && table()) table().open = true;
    const news = read();
    if (!news || news === told) return;
    told = news;
    document.getElementById("announce").textContent = news;
  });
})();
