// On the pages of an event: sends what this account did there without a network, and says so. The page of a check and
// the desk on the device see to it themselves.
(() => {
  const root = document.getElementById("desk-waiting");
  if (!root || !("indexedDB" in self)) return;
  const { event, account } = root.dataset;
  const { make } = desk;

  // After a check was recorded, its result has the focus.
  const result = document.getElementById("check-result");
  if (result && sessionStorage.getItem("check-recorded") === location.pathname) {
    sessionStorage.removeItem("check-recorded");
    result.focus();
  }

  async function start() {
    const store = (await desk.openAll(account)).find((each) => each.event === Number(event));
    if (!store) return;
    const { device } = await store.getEvent();
    document.querySelector(`[data-device="${device?.id}"]`)?.append(" (this browser)");
    if (document.querySelector("#check-screen, #desk-device")) return;
    const found = desk.sayWaiting((await store.listOutbox()).filter((row) => !row.refused));
    const refused = (await store.listOutbox()).filter((row) => row.refused).length;
    if (!found && !refused) return;
    const show = async () => {
      const waiting = desk.sayWaiting((await store.listOutbox()).filter((row) => !row.refused));
      root.hidden = false;
      if (waiting) root.replaceChildren(`Waiting on this device: ${waiting}. `, ...(store.problem ? [...desk.sayProblem(store), store.isSignedOut ? "" : " It is sent as soon as there is a network."] : ["Sending…"]));
      else if (found) root.replaceChildren(`Sent from this device: ${found}. `, make("a", { href: location.pathname + location.search }, "Show the page as it is now"));
      else root.replaceChildren(`Not taken in from this device: ${refused}. `, make("a", { href: `${store.base}offline/` }, "Show why"));
    };
    store.addEventListener("change", show);
    await show();
    await store.start();
    await show();
  }

  start().catch(() => {}); // nothing can be read here: nothing was kept
})();
