// Before somebody signs out: says what was done at events on this device and was never sent, since it goes with them.
(async () => {
  const note = document.getElementById("unsent");
  const waiting = note && "indexedDB" in self ? (await Shelf.listDesks()).filter((desk) => desk.waiting) : [];
  if (!waiting.length) return;
  const links = waiting.map(({ id, title }) => Object.assign(document.createElement("a"), { href: `/events/${id}/offline/`, textContent: title }));
  note.append("Some of what you did at events wasn’t sent yet. If you sign out, it is lost. Send it first: ");
  links.forEach((link, place) => note.append(place ? ", " : "", link));
  note.hidden = false;
})().catch(() => {});
