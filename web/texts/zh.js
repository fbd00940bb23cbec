/** 中文（简体）。 */
export default ({ number, percent, wait }) => {
  const SOMEONE = "有人";
  /** A name stands apart from the characters around it. */
  const apart = (who) => (who === SOMEONE ? who : `${who} `);
  const lines = (count) => `${number(count)} 行`;
  const newRows = (count) => (count === 0 ? "没有新内容" : `新增 ${lines(count)}`);
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);
  const by = (who, isOurs) => (isOurs ? "由你" : who ? `由 ${apart(who)}` : "");
  const whose = (who, isOurs) => (isOurs ? "你" : who ? apart(who) : "");

  return {
    at: (clock) => `${clock} `,
    on: (date) => `${date} `,
    ago: (words) => words,
    justNow: "刚刚",
    comma: "、",
    stop: "。",

    page: { list: "列表", name: "你的名字", shown: "会显示给其他人" },
    pull: { top: "下拉刷新", bottom: "上拉刷新" },
    armed: "松开即可刷新",
    starting: "正在开始…",
    refreshing: (who, isOurs) => (who && !isOurs ? `${apart(who)}正在刷新…` : "正在刷新…"),
    outcome: { ok: (rows) => newRows(rows), failed: () => "刷新失败", cancelled: () => "已取消" },
    unheard: "未连接",

    button: {
      top: "刷新",
      bottom: "加载新内容",
      both: { top: "从顶部刷新", bottom: "从底部刷新" },
      same: { top: "与下拉作用相同", bottom: "与在末尾上拉作用相同" },
      cancel: "取消",
    },
    older: (count) => `显示更早的内容（还有 ${lines(count)}）`,
    loadingOlder: "正在加载更早的内容…",
    unseen: (count) => newRows(count),
    waitingForRows: "正在等待列表…",
    choose: "请选择…",

    connection: {
      connecting: "正在连接…",
      open: "实时",
      "unknown-feed": "没有这个列表",
      offline: "已离线，正在重试…",
      away: (seconds) => (seconds > 0 ? `未连接，${wait(seconds * 1000, "narrow")}后重试` : "未连接，正在重试…"),
      4200: "服务器正在重启，请稍候…",
      4002: "未连接",
      4001: "需要令牌",
      refused: "被拒绝",
      forbidden: "被拒绝",
    },

    alone: "只有你在这里",
    people: {
      named: (name) => name,
      someone: SOMEONE,
    },

    status: {
      never: "尚未刷新过",
      unknown: "连接断开时正在刷新",
      refreshing: (who, isOurs, progress) => `${whose(who, isOurs)}正在刷新…${done(progress)}`,
      scheduled: (progress) => `正在按计划刷新…${done(progress)}`,
      ok: (when, who, isOurs, rows) => `${when}${by(who, isOurs)}刷新，${newRows(rows)}`,
      truncated: "来源还有更多内容。若能接着读取，下次刷新会取得其余部分。",
      failed: (when, who, isOurs) => `${when}${by(who, isOurs)}发起的刷新失败了`,
      cancelled: (when, who, isOurs) => `${when}${by(who, isOurs)}发起的刷新已取消`,
    },

    lost: "连接已断开，这次拉动已取消。连接恢复后请重新拉动。",
    pulledUnheard: "未连接：这次拉动没有送达任何人。页面显示“实时”后请重新拉动。",
    notConnected: "未连接：没有发送任何内容。页面显示“实时”后请重试。",

    happened: {
      lost: "连接已断开。已显示的内容会保留，页面会自动重新连接。",
      back: "已重新连接。",
    },

    history: "刷新记录",
    keys: {
      refresh: "按 R 刷新",
      cancel: "按 Esc 取消",
    },
    pause: {
      hold: "暂不显示新内容",
      release: (held) => (held > 0 ? `显示新增的 ${lines(held)}` : "恢复显示新内容"),
    },
  };
};
