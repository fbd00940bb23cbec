import { more, texts } from "../texts.js";

await more();

/** Says that `src` is no server's address, and what one looks like: nothing is asked, nothing can be pulled. */
export function refuse({ list, empty, status, announcer }, src, emit, signal) {
  if (signal.aborted) return;
  const { what, like } = texts.noAddress;
  status.closest(".actions").remove();
  list.ariaLabel = texts.page.list;
  empty.hidden = false;
  empty.firstChild.textContent = announcer.textContent = what(src);
  empty.lastChild.textContent = like("wss://example.org/live", "src");
  emit("failed", { error: { code: "src", message: empty.textContent } });
}
