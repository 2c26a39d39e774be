// A deck that is opened to be built is stored on this device, so that it can be read and changed without a network.
(() => {
  const root = document.getElementById("builder");
  const { worker } = document.documentElement.dataset;
  if (!root || !worker || !("indexedDB" in self) || !("serviceWorker" in navigator)) return;
  const WAIT = 3000; // after the last change
  let pause = 0;

  async function take() {
    try {
      const told = await Shelf.fetchDecks(root.dataset.decks, root.dataset.deck);
      await Shelf.meetAccount(told.account); // the worker may not have seen a page yet
      await Shelf.takeDecks(told);
      await Shelf.tellWorker("keep-tools");
    } catch {
      // There is no network, or no room: the deck is on the site.
    }
  }

  function takeSoon() {
    clearTimeout(pause);
    pause = setTimeout(take, WAIT);
  }

  document.addEventListener("htmx:afterSettle", (event) => event.detail.target.id === "built" && takeSoon());
  takeSoon();
})();
