// The time that is left, counted by the server's clock: the page says how many seconds were left when it was made.
const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

function describe(left) {
  const parts = [];
  for (const [size, unit] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count || parts.length) parts.push(count ? `${count} ${unit}${count === 1 ? "" : "s"}` : "");
    if (parts.length === 2) break;
  }
  return parts.filter(Boolean).join(" ") || "0 seconds";
}

for (const shown of document.querySelectorAll("[data-seconds-left]")) {
  const end = performance.now() + Number(shown.dataset.secondsLeft) * 1000;
  const show = () => {
    const left = Math.max(0, Math.floor((end - performance.now()) / 1000));
    shown.textContent = describe(left);
    if (!left) clearInterval(timer);
  };
  const timer = setInterval(show, 1000);
  show();
}
