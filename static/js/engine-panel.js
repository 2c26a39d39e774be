// The part of the check page that checks a list on this device, and shows the last verdicts where it can't.
(() => {
  const panel = document.getElementById("on-device");
  const form = document.getElementById("check-form");
  if (!panel || !form) return;

  const engine = window.vsdbEngine;
  const { draw, keep, remember, readLast, drawLast, describeStage, make, writeDay, capitalize } = window.vsdbVerdicts;
  const says = document.getElementById("on-device-says");
  const answer = document.getElementById("on-device-answer");
  const bar = panel.querySelector(".many__bar");
  const loading = panel.querySelector("[data-load]");
  const judging = panel.querySelector("[data-judge]");
  const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

  // --- what is here ---

  async function showState() {
    const found = await engine.find();
    const offered = found.state === "absent" && navigator.onLine ? await engine.askSite() : null;
    loading.hidden = !offered;
    judging.hidden = found.state !== "stored" && found.state !== "ready";
    if (offered) {
      loading.textContent = `Load ${mebibytes(offered.fetched)}`;
      const games = new Intl.ListFormat("en").format(offered.games);
      say(
        `The rules engine and the facts of ${games}: ${mebibytes(offered.fetched)} to load once, ` +
          `${mebibytes(offered.bytes)} on this device. Lists are then checked here, also without a network, and aren’t sent.`
      );
    } else if (found.state === "impossible") say("This browser can’t check lists by itself. It needs HTTPS and WebAssembly.");
    else if (found.state === "absent") say(`The engine isn’t on this device, and ${navigator.onLine ? "the site didn’t respond" : "without a network it can’t be loaded"}. Lists can’t be checked here now.`);
    else if (found.state === "stored") say(`The engine is on this device, with the facts of ${writeDay(found.at)}. It works without a network.`);
    else say("Ready: works without a network.");
    await showLast();
  }

  const say = (text) => (says.textContent = text);

  function follow(step) {
    bar.hidden = step.stage === "ready";
    const progress = bar.querySelector("progress");
    if (step.stage === "files") progress.value = step.done / step.whole;
    else progress.removeAttribute("value");
    const said = describeStage(step);
    if (said) say(said);
  }

  async function load() {
    loading.disabled = judging.disabled = true;
    try {
      await engine.load(follow);
    } finally {
      loading.disabled = judging.disabled = false;
      bar.hidden = true;
    }
  }

  // --- a verdict ---

  async function judge() {
    const [game, format] = form.elements.format.value.split("/");
    const question = {
      text: form.elements.deck.value,
      game: format ? game : "",
      format: format || "",
      day: form.elements.on.value,
    };
    try {
      await load();
      const told = await engine.explain(question);
      draw(told, answer);
      await keep(told);
      await showState();
    } catch (fault) {
      await showState();
      answer.replaceChildren(make("p", "field__error", `${capitalize(fault.message).replace(/[.?]$/, "")}.`));
    }
    answer.focus();
  }

  async function showLast() {
    const section = document.getElementById("on-device-last");
    const last = await readLast();
    section.hidden = !last.length;
    section.querySelector("ul").replaceChildren(...last.map(drawLast));
  }

  // What the site has just said is remembered too.
  const told = document.querySelector("#verdict [data-announce-as]");
  if (told) remember(document.querySelector("#verdict .outcome__deck")?.textContent || "", told.dataset.announceAs);

  // --- when ---

  panel.addEventListener("toggle", () => panel.open && showState());
  loading.addEventListener("click", () => load().then(showState, (fault) => say(fault.message)));
  judging.addEventListener("click", judge);
  const open = () => (panel.open ? showState() : (panel.open = true));
  addEventListener("offline", open);
  addEventListener("online", () => panel.open && showState());
  if (!navigator.onLine) open();

  // Without a network the form is answered here.
  form.addEventListener("submit", async (event) => {
    if (navigator.onLine) return;
    event.preventDefault();
    panel.open = true;
    const { state } = await engine.find();
    if (state === "stored" || state === "ready") await judge();
    else {
      await showState();
      says.scrollIntoView({ block: "nearest" });
    }
  });
})();
