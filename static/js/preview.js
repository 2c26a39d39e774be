// A card's face beside its name: on hover, on focus by keyboard, on a long press.
// It repeats what the card's own page says, so it is hidden from screen readers, and pages are whole without it.
(() => {
  const preview = document.createElement("div");
  preview.id = "preview";
  preview.className = "cardpeek";
  preview.popover = "manual";
  preview.ariaHidden = "true";
  document.body.append(preview);
  const faces = new Map();
  let previewing = "";
  let previewPause = 0;
  let focusedAt = 0; // by keyboard, which may scroll the page first
  let isHeld = false; // by a finger, whose click then does nothing

  async function showPreview(row) {
    const address = addressOf(row);
    if (!address) return;
    previewing = address;
    if (!faces.has(address)) {
      const answer = await fetch(address);
      if (!answer.ok) return;
      faces.set(address, await answer.text());
    }
    if (previewing !== address || !row.isConnected) return;
    preview.innerHTML = faces.get(address);
    preview.showPopover();
    place(row.getBoundingClientRect(), preview.getBoundingClientRect());
  }

  // Beside the row where there is room, else above or below it: never over what is pressed.
  function place(row, face) {
    const gap = 8;
    const right = row.right + gap + face.width < innerWidth ? row.right + gap : null;
    const left = row.left - gap - face.width > 0 ? row.left - gap - face.width : null;
    const isBeside = right !== null || left !== null;
    const middle = row.top + row.height / 2 - face.height / 2;
    const below = row.bottom + gap + face.height < innerHeight ? row.bottom + gap : row.top - gap - face.height;
    const top = isBeside ? middle : below;
    preview.style.left = `${right ?? left ?? Math.max(gap, (innerWidth - face.width) / 2)}px`;
    preview.style.top = `${Math.min(Math.max(gap, top), innerHeight - gap - face.height)}px`;
  }

  function hidePreview() {
    clearTimeout(previewPause);
    previewing = "";
    if (preview.matches(":popover-open")) preview.hidePopover();
  }

  const faceOf = (link) => /\/cards\/[\w-]+\/[\w-]+\/$/.test(link?.pathname) && `${link.pathname}face/`;

  // A line of the builder, anywhere else a link to a card that isn't its face already.
  function rowOf(target) {
    const line = target.closest?.(".pick, .line");
    if (line) return line;
    const link = target.closest?.('main a[href*="/cards/"]:not(.face)');
    return faceOf(link) ? link : null;
  }

  const addressOf = (row) => faceOf(row.matches("a") ? row : row.querySelector('a[href*="/cards/"]'));

  function previewSoon(row, after) {
    clearTimeout(previewPause);
    previewPause = setTimeout(() => showPreview(row), after);
  }

  document.addEventListener("pointerover", (event) => {
    const row = event.pointerType === "mouse" && rowOf(event.target);
    if (!row) return;
    if (previewing !== addressOf(row)) previewSoon(row, 250);
  });

  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "mouse" && rowOf(event.target) && rowOf(event.target) !== rowOf(event.relatedTarget || document.body)) hidePreview();
  });

  document.addEventListener("focusin", (event) => {
    const row = event.target.matches(":focus-visible") && rowOf(event.target);
    focusedAt = row ? Date.now() : 0;
    if (row) previewSoon(row, 250);
    else if (!rowOf(event.target)) hidePreview();
  });

  document.addEventListener("pointerdown", (event) => {
    isHeld = false;
    const row = event.pointerType !== "mouse" && rowOf(event.target);
    if (!row) return hidePreview();
    clearTimeout(previewPause);
    previewPause = setTimeout(() => {
      isHeld = true;
      showPreview(row);
    }, 500);
  });

  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, (event) => {
      if (event.pointerType === "mouse") return;
      clearTimeout(previewPause);
      if (isHeld) hidePreview();
    });
  }

  document.addEventListener("click", (event) => {
    if (!isHeld || !rowOf(event.target)) return;
    isHeld = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  document.addEventListener("contextmenu", (event) => {
    if (isHeld) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    focusedAt = 0;
    hidePreview();
  });

  document.addEventListener("scroll", () => {
    hidePreview();
    const row = Date.now() - focusedAt < 1000 && rowOf(document.activeElement);
    if (row) previewSoon(row, 250);
  }, { passive: true, capture: true });
})();
