// The page of one check: takes the place of its form with the screen for one hand.
(() => {
  const data = document.getElementById("check-data");
  const root = document.getElementById("check-screen");
  if (!data || !root) return;
  const { event, account } = root.dataset;
  const EVERY = 30_000; // milliseconds after which the server is asked whether somebody else has counted, or ended it

  async function findCards(words) {
    const answer = await fetch(`?q=${encodeURIComponent(words)}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
    const { others, sections } = await answer.json();
    return others.map((card) => ({ ...card, sections }));
  }

  // The page of the server offers a penalty, a replacement and the next deck; desk_waiting.js focuses the result.
  function showRecorded() {
    sessionStorage.setItem("check-recorded", location.pathname);
    location.reload();
  }

  // How the check stands on the server, where nothing of it waits here.
  async function renew(store, nonce) {
    if (document.visibilityState !== "visible" || !navigator.onLine || (await store.getCheck(nonce)).waiting) return;
    const page = await (await fetch(location.pathname, { credentials: "same-origin" })).text();
    const told = new DOMParser().parseFromString(page, "text/html").getElementById("check-data");
    const held = await store.getCheck(nonce);
    if (!told || held.waiting) return;
    const check = JSON.parse(told.textContent);
    if (check.nonce === nonce && check.edition > held.base) await store.putCheck(nonce, { check, base: check.edition, ahead: desk.measureAhead(check) });
  }

  async function start() {
    const check = JSON.parse(data.textContent);
    const { nonce } = check;
    const store = await desk.open(Number(event), account);
    // What was recorded here and isn't sent yet stays recorded.
    const end = (await store.listOutbox()).find(({ item, refused }) => !refused && item.kind === "check-end" && item.payload.check === nonce)?.item;
    const ended = end?.payload.result || "";
    await store.putCheck(nonce, { check, base: check.edition, ended, endedAt: end && Date.parse(end.at), ahead: desk.measureAhead(check) });
    let isRecorded = Boolean(end);
    const screen = new desk.CheckScreen(root, store, nonce, {
      findCards,
      onEnd: (_, result, isSent) => { isRecorded = true; if (isSent) showRecorded(); },
    });
    screen.afterEnd = () => [desk.make("p", {}, desk.make("a", { href: `${store.base}checks/#pick` }, "Next deck"))];
    for (const id of ["check-form", "check-find-form", "check-summary"]) document.getElementById(id).hidden = true;
    root.hidden = false;
    await screen.open();
    const banner = document.getElementById("check-network");
    store.addEventListener("change", async () => {
      const rows = await store.listOutbox();
      const waiting = desk.sayWaiting(rows.filter((row) => !row.refused));
      banner.hidden = !store.problem;
      banner.replaceChildren(...desk.sayProblem(store), waiting ? ` Waiting on this device, sent automatically: ${waiting}.` : "");
      if (isRecorded && !rows.some(({ item }) => item.payload.check === nonce)) showRecorded();
    });
    await store.start();
    const ask = () => renew(store, nonce).catch(() => {}); // the next time, then
    document.addEventListener("visibilitychange", ask);
    addEventListener("online", ask);
    setInterval(ask, EVERY);
  }

  start().catch(() => {}); // nothing can be kept here: the form counts instead
})();
