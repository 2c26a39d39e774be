// Passkeys: a form marked data-passkey asks the browser to make one ("create") or to use one ("get") before it is sent.
(() => {
  const SAID = {
    NotAllowedError: "Canceled, or it took too long. Try again.",
    InvalidStateError: "This device already has a passkey for your account.",
    SecurityError: "Passkeys need HTTPS and the site’s own name in the address.",
    NotSupportedError: "This device can’t make such a passkey. Untick the option above and try again.",
  };

  const toBytes = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const toText = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

  // The options as the browser takes them: what JSON has as text becomes bytes.
  function readOptions(sent) {
    const { publicKey } = structuredClone(sent);
    publicKey.challenge = toBytes(publicKey.challenge);
    if (publicKey.user) publicKey.user.id = toBytes(publicKey.user.id);
    for (const name of ["excludeCredentials", "allowCredentials"])
      for (const each of publicKey[name] || []) each.id = toBytes(each.id);
    return publicKey;
  }

  // A credential as JSON, with its bytes as text.
  function writeCredential(made) {
    const response = {};
    for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
      if (made.response[name]) response[name] = toText(made.response[name]);
    if (made.response.getTransports) response.transports = made.response.getTransports();
    return JSON.stringify({
      id: made.id,
      rawId: toText(made.rawId),
      type: made.type,
      authenticatorAttachment: made.authenticatorAttachment,
      clientExtensionResults: made.getClientExtensionResults(),
      response,
    });
  }

  async function loadOptions(form) {
    if (form.dataset.passkeyOptions) return JSON.parse(form.dataset.passkeyOptions);
    const answer = await fetch(form.dataset.passkeyAddress, { headers: { Accept: "application/json" } });
    if (answer.status === 429) throw new Error("Too many tries. Wait a minute.");
    if (!answer.ok) throw new Error("The site doesn’t answer. Try again.");
    return (await answer.json()).request_options;
  }

  async function askBrowser(form) {
    if (!window.PublicKeyCredential) throw new Error("This browser has no passkeys here. They need HTTPS.");
    const publicKey = readOptions(await loadOptions(form));
    if (form.dataset.passkey === "get") return navigator.credentials.get({ publicKey });
    const isAlone = form.elements.passwordless?.checked;
    publicKey.authenticatorSelection = {
      ...publicKey.authenticatorSelection,
      residentKey: isAlone ? "required" : "discouraged",
      requireResidentKey: Boolean(isAlone),
      userVerification: isAlone ? "required" : "preferred",
    };
    return navigator.credentials.create({ publicKey });
  }

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const problem = form.querySelector("[data-passkey-problem]");
    const button = form.querySelector("button[type=submit]");
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.hidden = true;
      button.setAttribute("aria-disabled", "true");
      try {
        form.elements.credential.value = writeCredential(await askBrowser(form));
        form.submit();
      } catch (error) {
        problem.textContent = SAID[error.name] || error.message || "The passkey wasn’t accepted. Try again.";
        problem.hidden = false;
      } finally {
        button.removeAttribute("aria-disabled");
      }
    });
  }
})();
