/** What a page that embeds the list shows the server: a socket takes no header, but a second subprotocol. */
export function accessOf(token) {
  const bytes = new TextEncoder().encode(token);
  const text = btoa(String.fromCharCode(...bytes));
  // No subprotocol may hold what base64 has beyond letters and digits.
  const safe = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return { token, protocols: ["refresh.v1", `token.${safe}`] };
}
