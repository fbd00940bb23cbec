/** English. */
export default ({ number, percent, plural, wait }) => {
  const newRows = (count) => (count === 0 ? "nothing new" : plural(count, { one: "new row", other: "new rows" }));
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);
  const whose = (who, isOurs) => (isOurs ? "Your" : who ? `${who}'s` : "The");

  return {
    at: (clock) => `at ${clock}`,
    on: (date) => `on ${date}`,
    ago: (words) => words,
    justNow: "just now",
    comma: ", ",
    stop: ". ",

    page: { list: "List", name: "Your name", shown: "Shown to others" },
    pull: { top: "Pull to refresh", bottom: "Pull up to refresh" },
    armed: "Release to refresh",
    starting: "Starting…",
    refreshing: (who, isOurs) => (who && !isOurs ? `${who} is refreshing…` : "Refreshing…"),
    outcome: { ok: (rows) => (rows === 0 ? "Nothing new" : newRows(rows)), failed: () => "Failed", cancelled: () => "Cancelled" },
    unheard: "Not connected",

    button: {
      top: "Refresh",
      bottom: "Load new rows",
      both: { top: "Refresh at top", bottom: "Refresh at bottom" },
      same: { top: "The same as pulling down", bottom: "The same as pulling up at the end" },
      cancel: "Cancel",
    },
    older: (count) => `Show older rows (${number(count)} more)`,
    loadingOlder: "Loading older rows…",
    unseen: (count) => newRows(count),
    waitingForRows: "Waiting for the list…",
    choose: "Choose…",

    connection: {
      connecting: "Connecting…",
      open: "Live",
      "unknown-feed": "No such list",
      offline: "Offline. Trying again…",
      away: (seconds) => `Not connected. Trying again${seconds > 0 ? ` in ${wait(seconds * 1000, "narrow")}` : "…"}`,
      4200: "The server restarts…",
      4002: "Not connected",
      4001: "Token needed",
      refused: "Refused",
      forbidden: "Refused",
    },

    alone: "Only you are here",
    people: {
      named: (name) => name,
      someone: "Someone",
    },

    status: {
      never: "Not refreshed yet",
      unknown: "A refresh was under way when the connection was lost",
      refreshing: (who, isOurs, progress) => `${isOurs ? "You are" : `${who} is`} refreshing…${done(progress)}`,
      scheduled: (progress) => `Refreshing by schedule…${done(progress)}`,
      ok: (when, who, isOurs, rows) => `Refreshed ${when}${isOurs ? " by you" : who ? ` by ${who}` : ""}, ${newRows(rows)}`,
      truncated: "The source had more: the next refresh brings the rest if it can.",
      failed: (when, who, isOurs) => `${whose(who, isOurs)} refresh failed ${when}`,
      cancelled: (when, who, isOurs) => `${whose(who, isOurs)} refresh was cancelled ${when}`,
    },

    lost: "The connection was lost, so the pull was dropped. Pull again when it is back.",
    pulledUnheard: "Not connected: this pull reaches nobody. Pull again when the page says Live.",
    notConnected: "Not connected: nothing was sent. Try again when the page says Live.",

    happened: {
      lost: "Connection lost. What is shown stays; the page connects again by itself.",
      back: "Connected again.",
    },

    history: "History",
    keys: {
      refresh: "R refreshes",
      cancel: "Escape cancels",
    },
    pause: {
      hold: "Hold new rows back",
      release: (held) => (held > 0 ? `Let ${newRows(held)} in` : "Let new rows in"),
    },
  };
};
