/** What the page takes from its surroundings and cannot decide itself; tests hand in their own. */
export const browser = {
  get WebSocket() {
    return globalThis.WebSocket;
  },
  setTimeout: (body, delay) => setTimeout(body, delay),
  clearTimeout: (timer) => clearTimeout(timer),
  /** Milliseconds of a clock that never goes back. */
  now: () => performance.now(),
  random: () => Math.random(),
};
