// The page of one check: takes the place of its form with the screen for one hand.
(() => {
  const data = document.getElementById("check-data");
  const root = document.getElementById("check-screen");
  if (!data || !root) return;
  const { event, account } = root.dataset;

  async function findCards(words) {
    const answer = await fetch(`?q=${encodeURIComponent(words)}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const { others, sections } = await answer.json();
    return others.map((card) => ({ ...card, sections }));
  }

  async function start() {
    const check = JSON.parse(data.textContent);
    const store = await desk.open(Number(event), account);
    await store.putCheck(check.nonce, { check, base: check.edition, ended: "", ahead: desk.measureAhead(check) });
    const screen = new desk.CheckScreen(root, store, check.nonce, {
      findCards,
      // The page of the server offers a penalty and a replacement; without a network the screen says what was recorded.
      onEnd: (_, result, isSent) => isSent && location.reload(),
    });
    for (const id of ["check-form", "check-find-form", "check-summary"]) document.getElementById(id).hidden = true;
    root.hidden = false;
    await screen.open();
    const banner = document.getElementById("check-network");
    const show = async () => {
      const waiting = desk.sayWaiting(await store.listOutbox());
      banner.hidden = !store.problem;
      banner.textContent = `${store.problem} ${waiting && `Waiting on this device, sent automatically: ${waiting}.`}`;
    };
    store.addEventListener("change", show);
    await store.start();
  }

  start().catch(() => {}); // nothing can be kept here: the form counts instead
})();
