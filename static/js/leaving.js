// Signing out from the menu: what was done at events and isn’t sent yet is seen to first, on the page for signing out.
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
  indexedDB.databases().then((held) => {
    if (held.some(({ name }) => name.startsWith("vsdb-desk-"))) location.assign(`${form.action}#now`);
    else leave();
  }, leave);
}, true);
