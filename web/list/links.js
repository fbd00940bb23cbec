const ADDRESS = /\bhttps?:\/\/[^\s<>"'`]+/gi;
/** What may end a sentence around an address, and is no part of it. */
const PUNCTUATION = ".,;:!?…*_~。、，；：！？」』）】";
const PAIRS = ["()", "[]", "{}"];

/** A text whose addresses are links. @returns {(string | HTMLElement)[]} */
export function linked(text) {
  const link = ({ href, text }) =>
    Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener noreferrer", textContent: text });
  return linkParts(text).map((part) => (part.href ? link(part) : part));
}

/**
 * A text in parts: strings, and addresses to link. Together they are the text, character by character.
 * @returns {(string | {href: string, text: string})[]}
 */
export function linkParts(text) {
  const parts = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimmed(match[0]);
    const href = safe(address);
    if (!href) continue;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push({ href, text: address });
    from = match.index + address.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function trimmed(address) {
  const count = (bracket) => address.split(bracket).length;
  // Brackets that close more than was opened within the address belong to the sentence.
  const surplus = Object.fromEntries(PAIRS.map(([open, close]) => [close, count(close) - count(open)]));
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address[end - 1];
    if (surplus[last] > 0) surplus[last] -= 1;
    else if (!PUNCTUATION.includes(last)) break;
  }
  return address.slice(0, end);
}

/** An address with a name before the host looks as if it led elsewhere. */
function safe(address) {
  try {
    const { href, protocol, username, password } = new URL(address);
    return (protocol === "http:" || protocol === "https:") && !username && !password ? href : null;
  } catch {
    return null;
  }
}
