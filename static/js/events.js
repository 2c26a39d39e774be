// Moments of events in the visitor's zone, the time that is left by the server's clock, and the browser's zone in forms.
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const shown = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const each of document.querySelectorAll("time[data-moment]")) {
    const zone = each.closest("[data-zone]")?.dataset.zone;
    if (!zone || zone === timeZone) continue;
    const own = document.createElement("span");
    own.className = "eventown small soft";
    own.textContent = ` (${shown.format(new Date(each.dateTime))} for you)`;
    each.after(own);
  }

  for (const field of document.querySelectorAll("input[data-propose-zone]")) {
    if (field.value === "UTC" && timeZone) field.value = timeZone;
  }

  for (const each of document.querySelectorAll("[data-until]")) {
    const ahead = Date.parse(each.dataset.now) - Date.now(); // of the server's clock
    const until = Date.parse(each.dataset.until);
    const show = () => {
      const left = Math.max(0, Math.ceil((until - Date.now() - ahead) / 1000));
      const [days, hours, minutes] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60];
      const parts = days ? [`${days} d`, `${hours} h`] : hours ? [`${hours} h`, `${minutes} min`] : [`${minutes} min`, `${left % 60} s`];
      each.textContent = left ? `${parts.join(" ")} left` : "now over";
      if (left) setTimeout(show, 1000);
    };
    show();
  }
}
