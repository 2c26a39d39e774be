// Before somebody signs out: what was done at events or changed in decks on this device is sent, and what can’t be is told,
// since it goes.
(() => {
  const note = document.getElementById("unsent");
  const form = document.querySelector("main [data-signs-out]");
  if (!note || !form || !("indexedDB" in self)) return;
  const { account, decks, deck } = note.dataset;
  const button = form.querySelector("button");
  const PATIENCE = 5_000; // milliseconds for what is told to the server before
  const isFromMenu = location.hash === "#now"; // leaving.js
  let stores = [];

  // What waits, by event and by deck: how many things, in words, and where to see to them.
  async function listWaiting() {
    const rows = [];
    const links = [];
    for (const store of stores) {
      const held = await store.listOutbox();
      rows.push(...held);
      if (held.length) links.push([`${store.base}offline/`, (await store.getEvent()).package?.event.title || `Event ${store.event}`]);
    }
    const changed = await Shelf.listChanged(account);
    links.push(...changed.map((each) => [`${deck}?deck=${each.id}`, each.newTitle ?? each.title]));
    const said = desk.sayWaiting(rows, changed.length);
    return { said, links, isOne: !changed.length && new Set(rows.map(({ item }) => item.payload.check || item.nonce)).size === 1 };
  }

  function tell(...said) {
    note.replaceChildren(...said);
    note.hidden = false;
  }

  async function sendFirst() {
    stores = await desk.openAll(account);
    const { said } = await listWaiting();
    if (!said) return true;
    button.disabled = true;
    tell(`Sending what waits on this device: ${said}…`);
    for (const store of stores) await store.sync().catch(() => {});
    await Shelf.sendChanges(decks, true).catch(() => {});
    button.disabled = false;
    const left = await listWaiting();
    if (!left.said) tell(`Sent: ${said}.`);
    if (!left.said) return true;
    const links = left.links.map(([href, title]) => desk.make("a", { href }, title));
    tell(`${left.said[0].toUpperCase()}${left.said.slice(1)} ${left.isOne ? "isn’t" : "aren’t"} sent yet. Sign out and delete ${left.isOne ? "it" : "them"}? Or see to ${left.isOne ? "it" : "them"} first: `,
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
