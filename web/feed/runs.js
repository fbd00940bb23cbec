/** So many runs are shown. */
export const MOST_RUNS = 50;

/**
 * The runs of a feed that have ended, newest first.
 * @param {Connection} connection to the server's socket, beside which its feeds stand
 * @returns {Promise<object[]>} each as `last` in a state
 */
export async function loadRuns({ url, access }, feed) {
  const address = new URL(`feeds/${feed}/runs?limit=${MOST_RUNS}`, url);
  address.protocol = address.protocol.replace("ws", "http");
  const headers = { Accept: "application/json", ...(access && { Authorization: `Bearer ${access.token}` }) };
  const answer = await fetch(address, { headers });
  if (!answer.ok) throw new Error(`runs: ${answer.status}`);
  return (await answer.json()).runs;
}

/** How long something took. @param {(name: string, display: string, value: number, digits?: number) => string} unit */
export function took(ms, unit) {
  if (ms < 1_000) return unit("millisecond", "short", ms);
  if (ms < 59_950) return unit("second", "short", ms / 1000, 1);
  const seconds = Math.round(ms / 1000);
  const minutes = unit("minute", "short", Math.floor(seconds / 60));
  return seconds % 60 ? `${minutes} ${unit("second", "short", seconds % 60)}` : minutes;
}
