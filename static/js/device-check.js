// The check of a deck on this device, by the engine that the check page has loaded here: of the list as it is now, with
// the changes that wait. Once asked for, the verdict follows each change.
(() => {
  const root = document.getElementById("device-deck");
  if (!root || !window.vsdbEngine) return;

  const engine = window.vsdbEngine;
  const { draw, keep, readLast, drawLast, describeStage, make, capitalize } = window.vsdbVerdicts;
  const [says, judging, way, last, answer] = ["says", "judge", "way", "last", "answer"].map((part) =>
    document.getElementById(`deck-check-${part}`)
  );
  let deck = null;
  let isAsked = false;

  const say = (text) => (says.textContent = text);

  async function showState() {
    const { state } = await engine.find();
    const isHere = state === "stored" || state === "ready";
    judging.hidden = !isHere || !deck.format;
    if (!deck.format) answer.replaceChildren();
    if (!deck.format) say("The deck has no format to be checked in. Choose one on the site.");
    else if (isHere) say("The list is checked as it is here, also without a network.");
    else if (state === "absent") say("The deck can’t be checked here: the engine isn’t on this device. The check page loads it.");
    else say("This browser can’t check decks by itself. It needs HTTPS and WebAssembly.");
    await showWayOut(!isHere);
  }

  // Where there is no verdict: the last one of this deck, and where else it can be had.
  async function showWayOut(isNeeded) {
    const held = isNeeded ? (await readLast()).filter((each) => each.deck === deck.id) : [];
    way.hidden = !isNeeded;
    last.hidden = !held.length;
    last.querySelector("ul").replaceChildren(...held.map(drawLast));
  }

  async function judge() {
    const asked = deck;
    const { text, changes, game, format, as_of: day } = asked;
    try {
      await engine.load((step) => say(describeStage(step) || ""));
      const told = await engine.explain({ text, changes, game, format, day });
      if (asked !== deck) return; // it was changed meanwhile, and that list is checked, too
      draw(told, answer);
      await keep({ ...told, title: deck.newTitle ?? deck.title }, deck.id);
      await showState();
    } catch (fault) {
      if (asked !== deck) return;
      await showState();
      await showWayOut(true);
      answer.replaceChildren(make("p", "field__error", capitalize(fault.message)));
    }
  }

  judging.addEventListener("click", async () => {
    isAsked = judging.disabled = true;
    await judge();
    judging.disabled = false;
    answer.focus();
  });

  // device-deck.js tells of the deck whenever it shows it.
  root.addEventListener("deck", ({ detail }) => {
    if (detail === deck) return;
    deck = detail;
    if (isAsked && deck.format) judge();
    else showState();
  });
})();
