// On a page that comes from this device: what needs the network is switched off and says so, until the network is back.
(() => {
  const WHY = "Needs the network.";
  const HERE = "[data-works-offline]";

  function switchOff() {
    for (const form of document.querySelectorAll("form")) {
      if (form.matches(HERE) || form.method === "dialog") continue;
      const sends = form.method === "post" || form.matches("[hx-post]");
      if (!sends && form.matches("search form, [role=search]")) continue; // a search may be answered on this device
      for (const button of form.querySelectorAll("button, input[type=submit]")) {
        if (button.type !== "button") turnOff(button);
      }
    }
    document.querySelectorAll("button[form], [hx-post]").forEach((each) => each.matches("button") && turnOff(each));
    for (const link of document.querySelectorAll(".signin")) link.hidden = true;
  }

  function turnOff(button) {
    button.disabled = true;
    button.title = WHY;
  }

  // A form may also be sent by Enter in a field.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.matches(HERE) || form.method === "dialog" || form.method === "get") return;
    event.preventDefault();
    tell(WHY);
  }, true);

  document.addEventListener("htmx:beforeRequest", (event) => {
    event.preventDefault();
    tell(WHY);
  });

  function tell(said) {
    const announce = document.getElementById("announce");
    if (announce) announce.textContent = said;
  }

  addEventListener("online", () => {
    const line = document.querySelector("#offline [data-online]");
    if (!line) return;
    line.replaceChildren("The network is back. ");
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Show the page as it is now";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    line.append(link);
  });

  switchOff();
})();
