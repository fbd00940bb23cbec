/** 中文（简体）。 */
export default ({ number, percent, wait }) => {
  const SOMEONE = "有人";
  /** A name stands apart from the characters around it. */
  const apart = (who) => (who === SOMEONE ? who : `${who} `);
  const lines = (count) => `${number(count)} 行`;
  const newRows = (count) => (count === 0 ? "没有新内容" : `新增 ${lines(count)}`);
  const whose = (who, isOurs) => (isOurs ? "你" : who ? apart(who) : "");
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);

  return {
    nothingAdded: "没有添加任何内容。",
    failure: {
      deadline: "用时过长，已被停止。请重试，或请管理员延长时限。",
      storage: "新内容无法保存，因此没有显示。请查看服务器日志，然后重试。",
      interrupted: "刷新期间服务器停止了。请再次刷新。",
      exit: "命令执行失败。",
      signal: "命令被系统终止。",
      spawn: "无法启动命令。",
      output: "无法读取命令的输出。",
      http: "来源服务器返回了错误。",
      network: "无法连接到来源。",
      parse: "无法解析来源的内容。",
      unknown: "出了点问题。请重试。",
    },
    why: {
      "no-policy": (edge) => `此列表不支持从${edge === "top" ? "顶部" : "底部"}刷新。`,
      "no-overflow": (edge) => `列表太短，全部内容都已显示，无法在${edge === "top" ? "顶部" : "底部"}拉动。请改用下方的按钮。`,
      cooldown: (_, time) => `距离上次刷新太近。请在${time}后重试。`,
      resized: () => "窗口大小改变了，这次拉动已取消。请重新拉动。",
      lease: () => "服务器有一段时间没有收到这次拉动的消息，已将其取消。请重新拉动。",
      policy: () => "拉动期间此列表的设置改变了。请重新拉动。",
      storage: () => "服务器目前无法保存任何内容，因此拒绝刷新。请查看服务器日志。",
      committing: () => "来不及取消了：新内容正在保存。",
      ended: () => "那次刷新已经结束。",
    },
    error: {
      "no-policy": () => "此列表在那一端不能刷新。",
      forbidden: (role) => `你可以查看此列表，但不能刷新：这需要角色为“${role}”的令牌。`,
      limit: () => "超出了服务器的限制。请关闭它的其他页面，然后重新载入。",
      other: (message) => `服务器报告：${message}`,
    },
    queued: (time) => (time ? `${time}后将再次刷新。` : "本次刷新一结束就会再次刷新。"),
    cooling: (when, time, isOk) => `${when}${isOk ? "刷新过" : "尝试过刷新"}。\n${time}后可再次刷新。`,
    joined: "正在刷新：你会得到相同的内容。",
    close: "关闭",
    runs: {
      unloaded: "无法加载刷新记录。请确认已连接，然后重试。",
      you: "你",
      keys: "使用键盘快捷键",
      took: (words) => `用时 ${words}`,
      schedule: "按计划",
      running: (progress) => `进行中…${done(progress)}`,
      last: (most) => `显示最近 ${number(most)} 次刷新。`,
      loading: "正在加载刷新记录…",
      empty: "还没有人刷新过此列表。每次刷新都会记录在这里：由谁、何时、用时多久、结果如何。",
      again: "重试",
    },
    olderKept: "本页只保留到这里。更早的内容仍在服务器上。",
    feedsFailed: "无法加载列表目录。请重新载入页面再试。",
    held: { true: "新内容暂不显示。", false: "新内容会重新显示。" },
    missing: {
      "unknown-feed": (feed) => `这里没有名为“${feed}”的列表。`,
      forbidden: (feed) => `你的令牌不能查看列表“${feed}”。`,
    },
    empty: "还没有内容。",
    emptyHint: {
      top: "下拉，或点按下方按钮，即可获取第一批内容。",
      bottom: "点按“加载新内容”，即可获取第一批内容。",
      nothing: "上次刷新没有带来新内容。",
      none: "一有内容就会显示在这里。",
      has: "此服务器上有：",
      allowed: "它可以查看：",
      hasNone: "此服务器上没有任何列表。",
      comes: "它出现后，本页会自动显示。",
    },
    whole: "显示全部",
    others: {
      here: (count, names) => `${number(count)} 人在线${names.length > 0 ? `：${names.join("、")}` : ""}`,
      more: (count) => `另外 ${number(count)} 人`,
    },
    pulls: {
      label: "正在下拉的人",
      aSomeone: SOMEONE,
      says: (who, edge, far, more) =>
        `${apart(who)}正在${edge === "top" ? "下拉" : "上拉"}，${percent(far)}${more > 0 ? `，另有 ${number(more)} 人` : ""}`,
      rest: (count) => `+${number(count)}`,
    },
    unreached: {
      what: (server) => `无法连接服务器 ${server}。`,
      own: "请确认它正在运行。",
      other: (attribute) => `请确认它正在运行，并且“${attribute}”是它的地址。`,
      origin: (flag) => `如果都没有问题，那就是它不认识本页面：请用“${flag}”启动它。`,
    },
    noAddress: {
      what: (src) => `“${src}”不是服务器的地址。`,
      like: (address, attribute) => `地址应类似于：${address}。请更正“${attribute}”。`,
    },
    refusal: {
      again: "重新连接",
      title: "服务器拒绝了此页面的连接",
      text: (code, reason) => `${reason || "服务器没有说明原因"}（${code}）。请重新载入页面，或重新连接。`,
    },
    access: {
      title: "查看此列表需要令牌",
      what: (command) => `令牌由服务器的管理者用“${command}”生成。登录后，此浏览器会保持登录状态。`,
      ended: "你的登录已到期。",
      unkept: "浏览器没有保存登录状态。请允许此页面保存数据，然后重试。",
      field: "令牌",
      act: "登录",
      busy: "正在登录…",
      out: "退出登录",
      stillIn: "未能退出登录。请检查网络连接，然后重试。",
      empty: "请先输入令牌。",
      unknown: "这里不认识此令牌。请检查是否输入完整，或索取新的令牌。",
      tooMany: (ms) => `从这里输入的错误令牌过多。请在${wait(ms)}后重试。`,
      network: "无法连接到服务器。请检查网络连接，然后重试。",
      failed: (status) => `服务器未能接受令牌（${status}）。请重试，或查看服务器日志。`,
      appendOnly: (roles) => `此令牌可以添加行，但不能查看：这需要以下角色之一：${roles}。`,
      author: {
        none: (attribute) => `服务器只允许持有令牌的人访问，而此页面没有令牌：页面作者应将令牌填入“${attribute}”。`,
        wrong: (attribute) => `服务器不认识此页面作者填入“${attribute}”的令牌。`,
      },
    },
    told: {
      started: (who, isOurs) => `${whose(who, isOurs)}开始了刷新。`,
      scheduled: "计划的刷新开始了。",
      ok: (rows) => `已刷新：${newRows(rows)}。`,
      failed: (message) => `刷新失败。${message}`,
      cancelled: "刷新已取消。",
    },
  };
};
