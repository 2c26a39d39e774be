// The drawn table without leaving the page: steps are fetched, cards are dragged, arrows go from card to card.
// Everything is a link or a form, so the page is whole without this.
(() => {
  const table = () => document.getElementById("table");
  const here = () => location.pathname + location.search;
  const announce = document.getElementById("announce");
  let shown = here();
  let steps = 0; // of several under way only the newest counts

  const nameOf = (each) => (each?.dataset?.piece ? `[data-piece="${CSS.escape(each.dataset.piece)}"]` : each?.dataset?.place ? `[data-place="${CSS.escape(each.dataset.place)}"]` : each?.id ? `#${CSS.escape(each.id)}` : "");

  async function step(address, isNew = true) {
    const number = ++steps;
    const focused = nameOf(document.activeElement);
    const left = document.querySelector(".ptable__scroll")?.scrollLeft;
    const answer = await fetch(address).catch(() => null);
    const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
    if (number !== steps) return;
    const fresh = page && page.getElementById("table");
    if (!fresh) return location.assign(address);
    table().replaceWith(fresh);
    document.title = page.title;
    if (isNew) history.pushState(null, "", answer.url);
    shown = here();
    prepare();
    const scroll = document.querySelector(".ptable__scroll");
    if (scroll && left) scroll.scrollLeft = left;
    const again = (focused && fresh.querySelector(focused)) || fresh.querySelector(".pt__piece--chosen");
    again?.focus({ preventScroll: true });
    const said = fresh.querySelector("#table-answer p");
    if (announce && said) announce.textContent = said.textContent.trim();
  }

  const isPlain = (event) => !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.button;

  // A change of this state: `do`, and whatever it needs.
  function change(said) {
    const { change, q, act } = table().dataset;
    step(`${change}?${new URLSearchParams({ q, act, ...said })}`);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("#table .pt a, #table a[data-step]");
    if (link && isPlain(event)) {
      event.preventDefault();
      if (!drag.isOver || !event.detail) step(link.getAttribute("href")); // a key has no detail; a drag ends in a click
      return;
    }
    const place = event.target.closest?.("#table .pt [data-place]");
    if (place && isCarrying()) put(place.dataset.place);
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#table form[data-step]")) return;
    event.preventDefault();
    step(`${event.target.getAttribute("action")}?${new URLSearchParams(new FormData(event.target, event.submitter))}`);
  });

  window.addEventListener("popstate", () => table() && here() !== shown && step(location.href, false));

  // --- a card from the search: typed or chosen, then a place is tapped, or it is dragged there ---

  const isCarrying = () => Boolean(document.getElementById("put-card")?.value.trim());

  function put(to) {
    const form = document.getElementById("put-form");
    form.elements.to.value = to;
    form.requestSubmit();
  }

  let asking = 0;
  document.addEventListener("input", async (event) => {
    const field = event.target;
    if (field.id !== "put-card") return;
    document.getElementById("put-carry").hidden = !isCarrying();
    const number = ++asking;
    if (field.value.trim().length < 2) return;
    const answer = await fetch(`${field.dataset.titles}&q=${encodeURIComponent(field.value.trim())}`).catch(() => null);
    if (number !== asking || !answer?.ok) return;
    const { titles } = await answer.json();
    document.getElementById("put-titles").replaceChildren(...titles.map((title) => new Option(title, title)));
  });

  // --- drag ---

  const drag = { from: null, piece: null, ghost: null, x: 0, y: 0, isOver: false };

  document.addEventListener("pointerdown", (event) => {
    drag.isOver = false;
    if (event.button || !table()) return;
    const piece = event.target.closest?.("#table [data-piece]");
    const carry = event.target.closest?.("#put-carry");
    if (!piece && !carry) return;
    if (piece && event.pointerType !== "mouse" && !piece.classList.contains("pt__piece--chosen")) return; // it scrolls
    Object.assign(drag, { from: piece || carry, piece, x: event.clientX, y: event.clientY });
  });

  document.addEventListener("dragstart", (event) => event.target.closest?.("#table .pt, #put-carry") && event.preventDefault());

  document.addEventListener("pointermove", (event) => {
    if (!drag.from) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isOver && Math.hypot(x, y) < 8) return;
    drag.isOver = true;
    if (drag.piece) {
      drag.piece.classList.add("pt__piece--moving");
      drag.piece.setAttribute("transform", `translate(${x} ${y})`);
    } else {
      if (!drag.ghost) {
        drag.ghost = document.createElement("div");
        drag.ghost.className = "ptable__ghost";
        drag.ghost.textContent = document.getElementById("put-card").value;
        document.body.append(drag.ghost);
      }
      drag.ghost.style.left = `${event.clientX + 6}px`;
      drag.ghost.style.top = `${event.clientY + 6}px`;
    }
    document.querySelector(".pt__place--over")?.classList.remove("pt__place--over");
    under(event).place?.classList.add("pt__place--over");
  });

  function under(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY);
    const of = (name) => found.map((each) => each.closest?.(name)).find((each) => each && each !== drag.piece);
    return { place: of("#table [data-place]"), piece: of("#table [data-piece]") };
  }

  function drop(event) {
    if (!drag.from) return;
    const { piece, isOver } = drag;
    drag.ghost?.remove();
    piece?.removeAttribute("transform");
    piece?.classList.remove("pt__piece--moving");
    document.querySelector(".pt__place--over")?.classList.remove("pt__place--over");
    Object.assign(drag, { from: null, piece: null, ghost: null });
    if (!isOver || event.type === "pointercancel") return;
    const on = under(event);
    if (!piece) return on.place && put(on.place.dataset.place);
    const at = piece.dataset.piece;
    if (on.piece && on.piece !== piece) {
      const { show, q } = table().dataset;
      step(`${show}?${new URLSearchParams({ q, at, on: on.piece.dataset.piece })}`);
    } else if (on.place) change({ do: "place", at, to: on.place.dataset.place });
  }

  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);

  // --- keys: arrows go to the nearest card or place that way; Enter is the link's own ---

  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const from = event.target.closest?.("#table .pt a");
    if (!from || !isPlain(event)) return;
    if (event.key === "Escape" && table().dataset.at) {
      const { show, q } = table().dataset;
      return step(`${show}?${new URLSearchParams({ q })}`);
    }
    if (!way) return;
    event.preventDefault();
    const middle = (each) => {
      const box = (each.querySelector("rect") || each).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    for (const each of document.querySelectorAll("#table .pt a")) {
      if (each === from) continue;
      const [dx, dy] = [middle(each)[0] - x, middle(each)[1] - y];
      const along = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along < 4 || aside > 2 * along) continue;
      const far = along + 2 * aside;
      if (!best || far < best.far) best = { each, far };
    }
    best?.each.focus();
    best?.each.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  // Without a script the list is open; with one the picture says the same.
  function prepare() {
    const carry = document.getElementById("put-carry");
    if (carry) carry.hidden = !isCarrying();
  }

  prepare();
})();
