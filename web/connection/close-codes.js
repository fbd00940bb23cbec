/** The server closed a connection that asked for no feed. */
export const IDLE = 4002;

/**
 * What a close code asks of a client.
 * `stop`: do not come back as you are. `slow`: come back, but back off. `after`: come back after the time told in
 * `bye`. `retry`: come back with jitter; also the answer to an end without a code (1006).
 * @returns {"stop" | "slow" | "after" | "retry"}
 */
export function meaning(code) {
  if (code >= 4000 && code <= 4099) return "stop";
  if (code >= 4100 && code <= 4199) return "slow";
  if (code >= 4200 && code <= 4299) return "after";
  return "retry";
}
