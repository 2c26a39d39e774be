// Penalties and notes on the desk of a device: their forms, and those that wait to be sent.
(() => {
  const { make } = desk;

  function makePenaltyForm(store, taken, list, reason) {
    const kind = make("select", { id: "penalty-kind", name: "kind", required: true }, make("option", { value: "" }, "Choose"), ...taken.penalty_kinds.map(([value, label]) => make("option", { value }, label)));
    const infraction = make("input", { id: "penalty-infraction", name: "infraction", required: true, maxlength: 120, value: reason ? "Deck differs from its list" : "" });
    const text = make("textarea", { id: "penalty-reason", name: "reason", rows: 3, maxlength: 2000 }, reason);
    return makeForm(store, taken, "Give a penalty", "penalty", [["Penalty", kind], ["Infraction", infraction], ["Reason", text]], async () => {
      const player = taken.playerOf(list.player);
      const given = (await store.listOutbox()).filter(({ item }) => item.kind === "penalty" && item.payload.player === list.player).length;
      const payload = { player: list.player, list: list.list, kind: kind.value, infraction: infraction.value, reason: text.value };
      await store.add("penalty", payload, { base: (player?.penalties_given ?? player?.penalties ?? 0) + given });
    });
  }

  function makeNoteForm(store, taken, list) {
    const text = make("textarea", { id: "note-text", name: "text", rows: 2, required: true, maxlength: 2000 });
    return makeForm(store, taken, "Write a note", "note", [["Note for the judges", text]], () =>
      store.add("note", { player: list.player, list: list.list, text: text.value }));
  }

  function makeForm(store, taken, title, name, fields, send) {
    if (!taken.me.may.includes(name)) return "";
    const said = make("p", { role: "status" });
    const form = make("form", { class: "stack" }, ...fields.map(([label, field]) => make("div", {}, make("label", { for: field.id }, label), field)), make("p", {}, make("button", { type: "submit" }, title)), said);
    form.addEventListener("submit", async (submitted) => {
      submitted.preventDefault();
      await send();
      form.reset();
      said.textContent = "Kept on this device, and sent as soon as there is a network.";
      store.send();
    });
    return make("details", {}, make("summary", {}, title), form);
  }

  // The penalties and notes of a player that wait to be sent; it follows the outbox.
  function makeWaitingList(store, taken, player) {
    const kinds = new Map(taken.penalty_kinds);
    const root = make("section", { class: "stack", "aria-label": "Not sent yet" });
    async function show() {
      const rows = (await store.listOutbox()).filter(({ item }) => ["penalty", "note"].includes(item.kind) && item.payload.player === player);
      root.hidden = !rows.length;
      root.replaceChildren(make("h3", {}, "Not sent yet"), make("ul", {}, ...rows.map(({ item: { kind, payload } }) => make("li", {},
        kind === "note" ? `Note: ${payload.text}` : `${kinds.get(payload.kind) || payload.kind}: ${payload.infraction}${payload.reason ? `. ${payload.reason}` : ""}`))));
    }
    store.addEventListener("change", () => root.isConnected && show());
    show();
    return root;
  }

  Object.assign(desk, { makeNoteForm, makePenaltyForm, makeWaitingList });
})();
