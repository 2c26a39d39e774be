// What there is to press on a page, whether it is open in the browser or was fetched, and what comes of a press.

const FIELDS = "input:not([type=hidden], [type=submit], [type=image]), textarea, select";
const TEXTS = "textarea, input:not([type=hidden], [type=submit], [type=image], [type=file], [type=checkbox], [type=radio])";
// What scripts or the browser answer without a form. Other links are plain: they are followed, not pressed.
const OTHER_CONTROLS = [
  "button[type=button]",
  "summary",
  "a[data-copy], a[data-keys], a[data-by], a[data-query], a[data-discard]",
  "a[hx-get], a[hx-post], button[hx-get], button[hx-post]",
  "[hx-boost=true] a[href]",
  "[data-submit]",
].join(", ");

const isInMain = (element) => Boolean(element.closest("main") && !element.closest("dialog"));
const isPlainLink = (element) =>
  element.matches("[hx-boost=true] a") && element.closest("[hx-boost]").matches("[hx-boost=false]");
const resolvePath = (address, page) => new URL(address, page).pathname;
const listButtons = (form) => [...form.elements].filter((each) => each.type === "submit" || each.type === "image");
const listOthers = (page) => [...page.querySelectorAll(OTHER_CONTROLS)].filter((each) => !isPlainLink(each));
const listFirstClasses = (...elements) => elements.flatMap((each) => [...each.classList].slice(0, 1));

// The part of the page that the answer is put into, and whether it is there; nothing where a page of its own follows.
function describeTarget(element) {
  const isBoosted = element.closest("[hx-boost]")?.getAttribute("hx-boost") === "true";
  if (!isBoosted && !element.matches("[hx-get], [hx-post]")) return "";
  const target = element.closest("[hx-target]")?.getAttribute("hx-target") || "";
  const isMissing = target.startsWith("#") && !element.ownerDocument.querySelector(target);
  return isMissing ? `${target} is missing` : target;
}

function describeForm(form, page) {
  const action = form.getAttribute("action") || "";
  const fields = [...form.elements].filter((each) => each.matches(FIELDS) && each.name);
  return {
    isInMain: isInMain(form),
    method: (form.getAttribute("method") || "get").toLowerCase(),
    path: resolvePath(action, page),
    fields: [...new Set(fields.map((each) => each.name))],
    target: describeTarget(form),
    buttons: listButtons(form).map((button) => ({
      name: button.name,
      value: button.value,
      classes: listFirstClasses(button),
      path: resolvePath(button.getAttribute("formaction") || action, page),
    })),
  };
}

function describePage(page, address) {
  for (const each of page.querySelectorAll("noscript")) each.remove();
  return {
    hasDialog: Boolean(page.querySelector("dialog[open]")),
    links: [...page.querySelectorAll("a[href]")].map((link) => new URL(link.getAttribute("href"), address).href),
    forms: [...page.forms].map((form) => describeForm(form, address)),
    others: listOthers(page).map((each) => ({
      isInMain: isInMain(each),
      tag: each.localName,
      id: each.id,
      classes: listFirstClasses(each.parentElement, each),
      data: Object.keys(each.dataset).sort(),
      target: describeTarget(each),
    })),
  };
}

async function fetchPage(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  const isPage = (answer.headers.get("Content-Type") || "").startsWith("text/html");
  const page = isPage ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  return { status: answer.status, address: answer.url, page: page && describePage(page, answer.url) };
}

// --- filling in and pressing ---

// Opens what an element is folded into, but not what it folds out itself.
function unfold(element) {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const isItsOwn = element.localName === "summary" && element.parentElement === each;
    if (each.localName === "details" && !isItsOwn) each.open = true;
    if (each.localName === "dialog" && !each.open) each.showModal();
  }
}

const canBePressed = (element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.disabled &&
  getComputedStyle(element).pointerEvents !== "none";

function describeFields(form) {
  return [...form.elements]
    .filter((each) => each.matches(FIELDS) && each.name && !each.disabled && !each.readOnly)
    .map((each) => ({
      name: each.name,
      type: each.type,
      value: each.value,
      isChecked: Boolean(each.checked),
      isRequired: each.required,
      options: each.options ? [...each.options].map((option) => option.value) : [],
      element: each,
    }));
}

function writeInto(field, value) {
  unfold(field);
  if (field.type === "checkbox" || field.type === "radio") field.checked = true;
  else field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// How a form is sent: by its button where that can be pressed; by Enter where it has no button, or one for Enter alone;
// else by typing, after which it is sent by itself.
function chooseWayToSend(form, button) {
  if (button) unfold(button);
  const isPressable = Boolean(button && canBePressed(button));
  if (isPressable && !button.matches("[aria-hidden=true]")) return { how: "press", element: button };
  const texts = [...form.elements].filter((each) => each.matches(TEXTS) && !each.readOnly && !each.disabled);
  texts.forEach(unfold);
  const isTyped = Boolean(button) && !isPressable;
  const element = texts.find((each) => canBePressed(each) && (isTyped || each.localName === "input"));
  return element ? { how: isTyped ? "type" : "enter", element } : { how: "", element: null };
}

// --- what comes of it: a change that stays, an answer of the browser's own, or another page ---

const dropTraces = (classes) => (classes || "").replace(/\bhtmx-\S*/g, "").trim();

function isChange(record) {
  if (record.type === "characterData") return true;
  if (record.type === "childList") {
    const nodes = [...record.addedNodes, ...record.removedNodes];
    return nodes.some((node) => !(node.nodeType === Node.ELEMENT_NODE && node.hidden));
  }
  const now = record.target.getAttribute(record.attributeName);
  if (record.attributeName === "class") return dropTraces(now) !== dropTraces(record.oldValue);
  return now !== record.oldValue;
}

function watchPage() {
  const seen = { changes: 0, refusals: 0, prints: 0, isLeaving: false };
  window.seenByTest = seen;
  const everything = { subtree: true, childList: true, characterData: true, attributes: true, attributeOldValue: true };
  new MutationObserver((records) => {
    seen.changes += records.filter(isChange).length;
  }).observe(document, everything);
  document.addEventListener("invalid", () => (seen.refusals += 1), true);
  window.print = () => (seen.prints += 1);
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented && event.target.method !== "dialog") seen.isLeaving = true;
  });
}

function hasEffect() {
  if (document.readyState !== "complete") return false;
  const seen = window.seenByTest;
  if (!seen) return true; // another page
  if (seen.isLeaving || document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling")) return false;
  return Boolean(seen.changes || seen.refusals || seen.prints);
}
