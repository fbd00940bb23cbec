/** English. */
export default ({ number, percent, plural, wait }) => {
  const newRows = (count) => (count === 0 ? "nothing new" : plural(count, { one: "new row", other: "new rows" }));
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);

  return {
    nothingAdded: "Nothing was added.",
    failure: {
      deadline: "It took too long and was stopped. Try again, or ask for a longer deadline.",
      storage: "The new rows could not be stored, so none are shown. See the server's log, then try again.",
      interrupted: "The server stopped while it ran. Refresh again.",
      exit: "The command failed.",
      signal: "The command was stopped by the system.",
      spawn: "The command could not be started.",
      output: "The command's output could not be read.",
      http: "The source's server answered with an error.",
      network: "The source could not be reached.",
      parse: "The source's content could not be understood.",
      unknown: "Something went wrong. Try again.",
    },
    why: {
      "no-policy": (edge) => `This list does not refresh from the ${edge}.`,
      "no-overflow": (edge) =>
        `The list is too short to pull at the ${edge}: everything is in view. Use the button below instead.`,
      cooldown: (_, time) => `Too soon after the last refresh. Try again in ${time}.`,
      resized: () => "The window changed its size, so the pull was dropped. Pull again.",
      lease: () => "The server heard nothing of this pull for a while, so it was dropped. Pull again.",
      policy: () => "This list's settings changed during the pull. Pull again.",
      storage: () => "The server cannot store anything now, so it refuses to refresh. See its log.",
      committing: () => "Too late to cancel: the rows are being stored.",
      ended: () => "That refresh has already ended.",
    },
    error: {
      "no-policy": () => "This list has no refresh at that end.",
      forbidden: (role) => `You may watch this list, but not refresh it: that needs a token with the role "${role}".`,
      limit: () => "That is more than this server allows. Close other pages of it, then reload.",
      other: (message) => message,
    },
    queued: (time) => (time ? `Refreshing again in ${time}.` : "Refreshing again as soon as this refresh has settled."),
    cooling: (when, time, isOk) => `${isOk ? "Refreshed" : "Refresh tried"} ${when}.\nAgain in ${time}.`,
    joined: "Already refreshing: you will get the same rows.",
    close: "Close",
    runs: {
      unloaded: "The history could not be loaded. See that you are connected, then try again.",
      you: "You",
      keys: "Use keyboard shortcuts",
      took: (words) => `took ${words}`,
      schedule: "By schedule",
      running: (progress) => `Running…${done(progress)}`,
      last: (most) => `The last ${number(most)} refreshes are shown.`,
      loading: "Loading the history…",
      empty: "Nobody has refreshed this list yet. Every refresh is noted here: who, when, how long and what came of it.",
      again: "Try again",
    },
    olderKept: "This page keeps no more rows. Older ones are still on the server.",
    feedsFailed: "The lists could not be loaded. Reload the page.",
    held: { true: "New rows are held back.", false: "New rows come in again." },
    missing: {
      "unknown-feed": (feed) => `There is no list "${feed}" here.`,
      forbidden: (feed) => `Your token is not for the list "${feed}".`,
    },
    empty: "No rows yet.",
    emptyHint: {
      top: "Pull down, or press a button below, to bring the first ones.",
      bottom: "Press Load new rows to bring the first ones.",
      nothing: "The last refresh brought none.",
      none: "They appear here as soon as there are some.",
      has: "This server has: ",
      allowed: "It is for: ",
      hasNone: "This server has no list at all.",
      comes: "When it comes, this page shows it by itself.",
    },
    whole: "Show all",
    others: {
      here: (count, names) => `${number(count)} here${names.length > 0 ? `: ${names.join(", ")}` : ""}`,
      more: (count) => `${number(count)} more`,
    },
    pulls: {
      label: "Pulling now",
      aSomeone: "someone",
      says: (who, edge, far, more) =>
        `${who} pulls ${edge === "top" ? "down" : "up"}, ${percent(far)}${
          more > 0 ? `, and ${plural(more, { one: "more pull", other: "more pulls" })}` : ""
        }`,
      rest: (count) => `+${number(count)}`,
    },
    unreached: {
      what: (server) => `The server ${server} cannot be reached.`,
      own: "See that it is running.",
      other: (attribute) => `See that it is running, and that "${attribute}" is its address.`,
      origin: (flag) => `If both are so, it does not know this page: start it with "${flag}".`,
    },
    noAddress: {
      what: (src) => `"${src}" is no address of a server.`,
      like: (address, attribute) => `One looks like this: ${address}. Correct "${attribute}".`,
    },
    refusal: {
      again: "Connect again",
      title: "The server does not let this page in",
      text: (code, reason) => `${reason || "It gave no reason"} (${code}). Reload the page, or connect again.`,
    },
    access: {
      title: "This list asks for a token",
      what: (command) => `Whoever runs this server makes one with "${command}". This browser then stays signed in.`,
      ended: "Your sign-in has ended.",
      unkept: "The browser did not keep the sign-in. Allow cookies for this page, then try again.",
      field: "Token",
      act: "Sign in",
      busy: "Signing in…",
      out: "Sign out",
      stillIn: "You could not be signed out. See that you are connected, then try again.",
      empty: "Put the token in first.",
      unknown: "This token is not known here. See that all of it is there, or ask for a new one.",
      tooMany: (ms) => `Too many wrong tokens came from here. Try again in ${wait(ms)}.`,
      network: "The server could not be reached. See that you are connected, then try again.",
      failed: (status) => `The server could not take the token (${status}). Try again, or see its log.`,
      appendOnly: (roles) => `This token may add rows, but not show them: that needs one of these roles: ${roles}.`,
      author: {
        none: (attribute) => `It lets in who has a token, and this page shows none: its author puts one into "${attribute}".`,
        wrong: (attribute) => `It does not know the token that this page's author has put into "${attribute}".`,
      },
    },
    told: {
      started: (who, isOurs) => `${isOurs ? "You" : who} started a refresh.`,
      scheduled: "A scheduled refresh started.",
      ok: (rows) => `Refreshed: ${newRows(rows)}.`,
      failed: (message) => `The refresh failed. ${message}`,
      cancelled: "The refresh was cancelled.",
    },
  };
};
