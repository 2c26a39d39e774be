// Before somebody signs out: what was done at events on this device is sent, and what can’t be is told, since it goes.
(() => {
  const note = document.getElementById("unsent");
  const form = document.querySelector("main [data-signs-out]");
  if (!note || !form || !("indexedDB" in self)) return;
  const { account } = note.dataset;
  const button = form.querySelector("button");
  const PATIENCE = 5_000; // milliseconds for what is told to the server before
  const isFromMenu = location.hash === "#now"; // leaving.js
  let stores = [];

  async function listWaiting() {
    const found = [];
    for (const store of stores) {
      const rows = await store.listOutbox();
      if (rows.length) found.push({ store, rows, title: (await store.getEvent()).package?.event.title || `Event ${store.event}` });
    }
    return found;
  }

  function tell(...said) {
    note.replaceChildren(...said);
    note.hidden = false;
  }

  async function sendFirst() {
    stores = await desk.openAll(account);
    const before = await listWaiting();
    if (!before.length) return true;
    button.disabled = true;
    const said = desk.sayWaiting(before.flatMap(({ rows }) => rows));
    tell(`Sending what waits on this device: ${said}…`);
    for (const { store } of before) await store.sync().catch(() => {});
    button.disabled = false;
    const left = await listWaiting();
    if (!left.length) tell(`Sent: ${said}.`);
    if (!left.length) return true;
    const rows = left.flatMap((each) => each.rows);
    const checks = new Set(rows.map(({ item }) => item.payload.check || item.nonce));
    const links = left.map(({ store, title }) => desk.make("a", { href: `${store.base}offline/` }, title));
    tell(`${desk.sayWaiting(rows)} ${checks.size === 1 ? "isn’t" : "aren’t"} sent yet. Sign out and delete ${checks.size === 1 ? "it" : "them"}? Or see to it first: `,
      ...links.flatMap((link, place) => (place ? [", ", link] : [link])));
    button.textContent = "Sign out and delete";
    return false;
  }

  // The server counts this browser’s devices no more, and nothing of the account stays, also without a worker.
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation(); // site.js tells the worker of other forms, without the account
    button.disabled = true;
    sessionStorage.removeItem("drafts");
    const revoked = Promise.allSettled(stores.map((store) => store.revoke()));
    await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    navigator.serviceWorker?.controller?.postMessage({ do: "sign-out", account });
    await Shelf.forgetAccount(account).catch(() => {});
    form.submit();
  });

  sendFirst().then((isDone) => isDone && isFromMenu && form.requestSubmit(), () => {});
})();
