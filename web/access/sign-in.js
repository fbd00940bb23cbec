import { more, texts } from "../texts.js";
import { addLooks } from "../views/looks.js";
import { askToBeLetIn } from "./let-in-again.js";
import { leaving, mark, onSignIn, placeOf, setMark, signedIn } from "./signed.js";

const PATIENCE = 20_000; // ms
/** What makes a token, and the roles that may watch. */
const COMMAND = "refreshd token";
const UNAUTHORIZED = 4001;
const TYPED = "input, textarea, select, [contenteditable]";
/** Who is turned away so soon (ms) after a sign-in never was let in by it. */
const AT_ONCE = 5_000;
let signedInAt = -Infinity;

await more();

const look = new CSSStyleSheet();
look.replaceSync(`
.sign-in { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 4px 8px; width: 100%; padding: 8px 12px 0 0 }
.sign-in label { flex: 1 0 100%; font-weight: 600 }
.sign-in input {
  flex: 1 1 9rem; min-width: 0; height: 2.75rem; padding: 0 12px; border: 1px solid var(--field); border-radius: 10px;
  background: var(--sheet); color: var(--ink); font: inherit; font-size: max(16px, 1rem);
}
.sign-in input[aria-invalid] { border-color: var(--danger) }
.sign-in button { min-height: 2.75rem }
.banner .sign-in p { flex: 1 0 100%; padding: 0; overflow: visible }
.sign-in p:empty { display: none }
.sign-in input[aria-invalid] ~ p { color: var(--danger); font-weight: 600 }
.banner[data-kind="asks"] { padding-top: 14px; border-left-color: var(--accent); overflow: auto }
.stage:has([data-kind="asks"]:not([hidden])) .empty { visibility: hidden }
.banner[data-kind="asks"] #banner-text { flex: none; overflow: visible }
.banner[data-kind="asks"] h2::before { content: none }
`);

/**
 * What to show where a server lets nobody in without a token: a form on its own pages, words for the author elsewhere.
 * @returns {{title: string, text: string, form?: HTMLFormElement, shown?: () => void}}
 */
export function accessRefusal({ code, connection }, elements, signal) {
  const words = texts.access;
  const isOwn = placeOf(connection.url, "").origin === location.origin && !connection.access;
  const isKnown = code !== UNAUTHORIZED;
  if (!isOwn) {
    const text = isKnown ? words.appendOnly("view, pull") : words.author[connection.access ? "wrong" : "none"]("token");
    return { title: texts.refusal.title, text };
  }
  const text = [isKnown ? words.appendOnly("view, pull") : ended(connection), words.what(COMMAND)];
  setMark("out");
  addLooks(elements.banner, look);
  const { form, field } = formOf(connection);
  onSignIn(() => {
    if (!form.isConnected) return;
    // What kept it out is said no more.
    elements.announcer.textContent = "";
    connection.connect();
  }, signal);
  askToBeLetIn(form, connection, signal);
  elements.announcer.textContent = words.title;
  let isNew = true;
  const shown = () => {
    if (isNew) takeFocus(connection, field);
    isNew = false;
  };
  return { title: words.title, text: text.filter(Boolean).join(" "), form, shown };
}

function ended({ client }) {
  if (mark() !== "in" || leaving.byReader) return "";
  const { ended, unkept } = texts.access;
  return !client && performance.now() - signedInAt < AT_ONCE ? unkept : ended;
}

/** On the server's own page nothing else can be done; on another, or where somebody types, no focus is taken away. */
function takeFocus({ url }, field) {
  const isOwnPage = placeOf(url, ".").href === new URL(".", location).href;
  if (leaving.byReader || (isOwnPage && !active().matches(TYPED))) field.focus({ preventScroll: true });
  leaving.byReader = false;
}

function active() {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement;
  return activeElement ?? document.body;
}

function formOf(connection) {
  const words = texts.access;
  const label = make("label", { htmlFor: "token", textContent: words.field });
  const field = make("input", {
    id: "token",
    name: "token",
    type: "password",
    autocomplete: "current-password",
    spellcheck: false,
    enterKeyHint: "go",
  });
  const button = make("button", { className: "main", textContent: words.act, part: "button sign-in" });
  const said = make("p", { id: "sign-in-said", role: "status" });
  const form = make("form", { className: "sign-in", noValidate: true, method: "post" });
  // Password managers keep a token under a name.
  const name = make("input", { type: "text", name: "username", autocomplete: "username", value: "refreshd", hidden: true });
  form.append(name, label, field, button, said);
  field.setAttribute("aria-describedby", said.id);
  let isAsking = false;

  function say(text, isWrong) {
    said.textContent = text;
    if (isWrong) field.ariaInvalid = "true";
    else field.removeAttribute("aria-invalid");
  }

  form.onsubmit = async (event) => {
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    say(words.busy, false);
    const problem = await signIn(connection, field.value.trim());
    isAsking = false;
    if (problem) {
      say(problem, true);
      return field.select();
    }
    field.value = "";
    say("", false);
    setMark("in");
    signedInAt = performance.now();
    return signedIn();
  };
  return { form, field };
}

/** Returns why not, in words; nothing if the browser is signed in. */
async function signIn({ url }, token) {
  const words = texts.access;
  if (!token) return words.empty;
  try {
    const answer = await fetch(placeOf(url, "sign-in"), {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    // A server that has no tokens any more lets everybody in.
    if (answer.ok || answer.status === 404) return "";
    if (answer.status === 401) return words.unknown;
    if (answer.status === 429) return words.tooMany(1_000 * answer.headers.get("Retry-After"));
    return words.failed(answer.status);
  } catch {
    return words.network;
  }
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}
