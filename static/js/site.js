// Keyboard and theme switch of every page. Everything else works without scripts.
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const announce = (said) => void Object.assign(byId("announce") || {}, { textContent: said });
  const on = (name, act, isEarly) => document.addEventListener(name, act, isEarly);

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  function nameTheSwitch() {
    const button = byId("theme-switch");
    if (button) button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
  }

  // A choice is remembered; where nothing is kept, it lasts for this page.
  function choose(name, value) {
    root.dataset[name] = value;
    try {
      localStorage.setItem(name, value);
    } catch {}
  }

  const isTyping = (target) =>
    target.closest?.('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');
  const isHeld = (event) => event.ctrlKey || event.metaKey || event.altKey;

  // Shortcuts of one key can be switched off.
  addEventListener("keydown", (event) => {
    const isOneKey = event.key.length === 1 && event.key !== " " && !isHeld(event);
    if (isOneKey && root.dataset.shortcuts === "off" && !isTyping(event.target)) event.stopImmediatePropagation();
  }, true);

  function showKeys() {
    const isOn = byId("key-switch");
    if (isOn) isOn.checked = root.dataset.shortcuts !== "off";
    const help = byId("key-help");
    if (help && !help.open) help.showModal();
  }

  // Copies the text of the element that a button names, else the button's own link.
  function copy(button) {
    const source = byId(button.dataset.copy);
    const selectInstead = () => {
      if (!source) return;
      getSelection().selectAllChildren(source); // where a page may not write to the clipboard, people can
      source.select?.();
    };
    if (!navigator.clipboard) return selectInstead();
    navigator.clipboard.writeText(source ? (source.value ?? source.textContent) : button.href).then(() => {
      button.textContent = source ? "Copied" : "Link copied";
      button.removeAttribute("aria-label");
      announce(button.textContent);
    }, selectInstead);
  }

  on("keydown", (event) => {
    if (event.key === "/" && !isHeld(event) && !isTyping(event.target)) {
      // The page's own box comes before that of the header.
      const search = document.querySelector("main [data-search]") || document.querySelector("[data-search]");
      if (search) {
        event.preventDefault();
        search.focus();
        search.select();
      }
    }
    if (event.key === "?" && !isTyping(event.target)) {
      event.preventDefault();
      showKeys();
    }
    if (event.key === "Escape" && event.target.matches("[data-search]")) event.target.blur();
    if (event.key === "Escape") {
      const menu = event.target.closest("[data-menu][open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      }
      for (const link of document.querySelectorAll(".xref:hover, .xref:focus-within")) link.dataset.quiet = "";
    }
    // Enter in a row of a form presses the row's button.
    const row = event.key === "Enter" && !event.isComposing && event.target.matches("input") && event.target.closest("[data-row]");
    if (row) {
      event.preventDefault();
      row.querySelector("button").click();
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) {
      event.target.form?.requestSubmit();
    }
  });

  for (const away of ["mouseout", "focusout"]) {
    on(away, (event) => {
      const link = event.target.closest?.(".xref");
      if (link && !link.contains(event.relatedTarget)) delete link.dataset.quiet;
    });
  }

  on("click", (event) => {
    for (const menu of document.querySelectorAll("[data-menu][open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    if (event.target.closest("#theme-switch")) {
      choose("theme", isDark() ? "light" : "dark");
      nameTheSwitch();
    }
    const copied = event.target.closest("[data-copy]");
    if (copied && (navigator.clipboard || copied.dataset.copy)) {
      event.preventDefault();
      copy(copied);
    }
    if (event.target.closest("[data-print]")) window.print();
    if (event.target.closest("[data-bookmark]")) {
      event.preventDefault(); // it is for other pages
      byId("bookmark-hint").hidden = false;
    }
    if (event.target.closest("[data-keys]")) {
      event.preventDefault();
      showKeys();
    }
  });

  on("change", (event) => {
    if (event.target.id === "key-switch") choose("shortcuts", event.target.checked ? "on" : "off");
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });

  // A link to something folded, or to what is in it, unfolds it.
  on("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    const fold = link && byId(link.hash.slice(1));
    if (fold?.matches("details")) fold.open = true;
    link?.closest("[data-menu]")?.removeAttribute("open");
  });

  // A button that stands outside of its form is sent with it, as browsers do without htmx.
  on("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.parameters[button.name] = button.value;
  });

  // A part of the page that could not be renewed stays as it is, with what was written in it.
  const noAnswer = "The site didn’t respond. Nothing has changed on this page. Try again in a moment.";
  for (const fault of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    on(fault, () => tellTrouble(noAnswer));
  }
  on("htmx:beforeRequest", () => tellTrouble(""));

  function tellTrouble(said) {
    const trouble = byId("trouble");
    if (!trouble) return;
    trouble.textContent = said;
    trouble.hidden = !said;
    if (said) trouble.scrollIntoView({ block: "center" });
  }

  // After a part of the page was renewed: say what came of it.
  on("htmx:afterSettle", (event) => {
    const part = byId(event.detail.target.id);
    if (!part) return;
    const said = part.querySelector("[data-announce-as], [data-announce]");
    if (said) announce(said.dataset.announceAs || said.textContent);
  });

  // What is typed into a list survives reloading and going back, in this tab only. It is dropped once it is saved as a
  // deck, and when somebody signs out; once sent, it comes back with its own page alone.
  const DRAFTS = "drafts";
  const MAX_DRAFTS = 8;
  const MAX_DRAFT_LENGTH = 64 * 1024;

  function readDrafts() {
    try {
      return JSON.parse(sessionStorage.getItem(DRAFTS) || "[]");
    } catch {
      return [];
    }
  }

  function writeDrafts(drafts) {
    try {
      if (drafts.length) sessionStorage.setItem(DRAFTS, JSON.stringify(drafts.slice(-MAX_DRAFTS)));
      else sessionStorage.removeItem(DRAFTS);
    } catch {
      // The browser keeps nothing, or no more: the field then holds the only copy.
    }
  }

  const placeOf = (field) => `${location.pathname}${location.search}#${field.id}`;

  function keepDraft(field) {
    const place = placeOf(field);
    const others = readDrafts().filter((draft) => draft.place !== place);
    const isChanged = field.value !== field.defaultValue && field.value.length <= MAX_DRAFT_LENGTH;
    writeDrafts(isChanged ? [...others, { place, text: field.value }] : others);
  }

  function markSent(form) {
    const places = [...form.querySelectorAll("[data-draft]")].map(placeOf);
    if (places.length) {
      writeDrafts(readDrafts().map((draft) => (places.includes(draft.place) ? { ...draft, sent: true } : draft)));
    }
  }

  function restoreDrafts() {
    const drafts = readDrafts();
    const [entry] = performance.getEntriesByType("navigation");
    const isBack = entry?.type === "back_forward" || entry?.type === "reload";
    for (const field of document.querySelectorAll("[data-draft]")) {
      const draft = drafts.find((each) => each.place === placeOf(field));
      if (draft && (isBack || !draft.sent) && field.value === field.defaultValue) field.value = draft.text;
      const fold = field.closest("details");
      if (fold && field.value !== field.defaultValue) fold.open = true;
    }
  }

  on("input", (event) => {
    if (event.target.matches("[data-draft]")) keepDraft(event.target);
  });

  on("submit", (event) => {
    if (event.target.matches("[data-signs-out]")) workers?.controller?.postMessage({ do: "sign-out" });
    if (event.target.matches("[data-drops-drafts]")) writeDrafts([]);
    else markSent(event.target);
  });

  // The drawn face of a card stays in sight until its picture has come.
  function settlePicture(picture) {
    if (!picture.complete) return;
    if (picture.naturalWidth) picture.classList.add("face__picture--here");
    else picture.remove();
  }

  for (const end of ["load", "error"]) {
    on(end, (event) => event.target.matches?.(".face__picture") && settlePicture(event.target), true);
  }
  document.querySelectorAll(".face__picture").forEach((picture) => picture.currentSrc && settlePicture(picture));

  // The service worker comes once the page is done, and is told when somebody signs out.
  const { worker } = root.dataset;
  const workers = worker && navigator.serviceWorker;
  const startWorker = () => workers.register(worker, { updateViaCache: "none" }).catch(() => {});
  if (workers) addEventListener("load", () => setTimeout(startWorker, 1000));

  restoreDrafts();
  nameTheSwitch();
})();
