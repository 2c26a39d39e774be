// The engine and the last verdicts among what is on this device: what is there, since when, and how to remove it.
(() => {
  const engine = document.getElementById("device-engine");
  const verdicts = document.getElementById("device-verdicts");
  if (!engine || !verdicts) return;
  const { readLast, forgetLast, writeDay } = window.vsdbVerdicts;

  function show(row, state) {
    row.querySelector("[data-remove]").hidden = !state;
    row.querySelector("[data-state]").textContent = state || row.dataset.none;
  }

  async function showEngine() {
    const found = await window.vsdbEngine.find();
    const isHere = found.state === "stored" || found.state === "ready";
    show(engine, isHere && `${(found.bytes / 1024 / 1024).toFixed(1)} MB, since ${writeDay(found.at)}.`);
  }

  async function showVerdicts() {
    const last = await readLast();
    show(verdicts, last.length && `${last.length}, the newest of ${writeDay(last[0].at)}.`);
  }

  for (const [row, remove, showAgain] of [
    [engine, () => window.vsdbEngine.remove(), showEngine],
    [verdicts, forgetLast, showVerdicts],
  ]) {
    row.dataset.none = row.querySelector("[data-state]").textContent;
    row.querySelector("[data-remove]").addEventListener("click", async () => {
      await remove();
      document.getElementById("announce").textContent = "Removed.";
      await showAgain();
    });
    showAgain();
  }
})();
