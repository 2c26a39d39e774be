// Signing out from the menu: what was done at events or changed in decks and isn’t sent yet is seen to first, on the page
// for signing out.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("header [data-signs-out]") || form.dataset.seen || !self.indexedDB?.databases) return;
  event.preventDefault();
  event.stopPropagation(); // nothing on this device is deleted yet
  if (!navigator.onLine) {
    const trouble = document.getElementById("trouble");
    trouble.textContent = "Signing out needs the network. Nothing was deleted.";
    trouble.hidden = false;
    trouble.scrollIntoView({ block: "center" });
    return;
  }
  const leave = () => {
    form.dataset.seen = "yes";
    form.requestSubmit();
  };
  mayWait().then((isWaiting) => {
    if (isWaiting) location.assign(`${form.action}#now`);
    else leave();
  }).catch(leave);

  async function mayWait() {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (names.some((name) => name.startsWith("vsdb-desk-"))) return true;
    return names.includes("vsdb-device") && (await readDecks()).some((deck) => deck.changes.length || deck.newTitle !== undefined);
  }

  // device-shelf.js has more of them; most pages do without it.
  function readDecks() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open("vsdb-device");
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        if (!request.result.objectStoreNames.contains("decks")) resolve([]);
        else {
          const rows = request.result.transaction("decks").objectStore("decks").getAll();
          rows.onsuccess = () => resolve(rows.result);
          rows.onerror = () => reject(rows.error);
        }
        request.result.close();
      };
    });
  }
}, true);
