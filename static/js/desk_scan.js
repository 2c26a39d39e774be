// Reads the code of a sheet with the camera, where the browser can; the typed code always works beside it.
(() => {
  const CODE = /\/events\/\d+\/c\/([^/]+)\/?$/;

  function makeScanner(open) {
    if (!globalThis.BarcodeDetector || !navigator.mediaDevices?.getUserMedia) return "";
    const { make, button } = desk;
    const video = make("video", { playsinline: true, muted: true, class: "scanner__picture", "aria-label": "Picture of the camera" });
    const said = make("p", { role: "status" });
    const box = make("div", { class: "scanner", hidden: true }, video, said, button("Close the camera", () => stop(), { class: "button--small" }));
    const begin = button("Scan a sheet", () => scan().catch(() => { said.textContent = "The camera can’t be used. Type the code of the sheet."; box.hidden = false; }));
    let stream = null;

    function stop() {
      stream?.getTracks().forEach((track) => track.stop());
      stream = null;
      box.hidden = true;
    }

    async function scan() {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      box.hidden = false;
      said.textContent = "Hold the code of the sheet before the camera.";
      await video.play();
      const detector = new BarcodeDetector({ formats: ["qr_code"] });
      while (stream) {
        const codes = await detector.detect(video).catch(() => []);
        const code = codes.map(({ rawValue }) => rawValue.match(CODE)?.[1]).find(Boolean);
        if (code && open(decodeURIComponent(code)) !== false) return stop();
        if (codes.length) said.textContent = "That is no code of a sheet of this event.";
        await new Promise((resolve) => setTimeout(resolve, 150));
      }
    }

    return make("span", {}, begin, box);
  }

  desk.makeScanner = makeScanner;
  for (const place of document.querySelectorAll("[data-scan]")) {
    const scanner = makeScanner((code) => location.assign(place.dataset.scan.replace("CODE", encodeURIComponent(code))));
    if (scanner) place.append(scanner);
  }
})();
