/** 日本語。 */
export default ({ number, percent, wait }) => {
  const newRows = (count) => (count === 0 ? "新着なし" : `新着 ${number(count)} 件`);
  const by = (who, isOurs) => (isOurs ? "あなたが" : who ? `${who}が` : "");
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);
  const end = (edge) => (edge === "top" ? "上端" : "下端");

  return {
    nothingAdded: "何も追加されませんでした。",
    failure: {
      deadline: "時間がかかりすぎたため停止しました。もう一度試すか、制限時間の延長を管理者に依頼してください。",
      storage: "新しい行を保存できなかったため、表示していません。サーバーのログを確認してから、もう一度お試しください。",
      interrupted: "更新中にサーバーが停止しました。もう一度更新してください。",
      exit: "コマンドが失敗しました。",
      signal: "コマンドがシステムによって停止されました。",
      spawn: "コマンドを起動できませんでした。",
      output: "コマンドの出力を読み取れませんでした。",
      http: "取得元のサーバーがエラーを返しました。",
      network: "取得元に接続できませんでした。",
      parse: "取得元の内容を解釈できませんでした。",
      unknown: "問題が発生しました。もう一度お試しください。",
    },
    why: {
      "no-policy": (edge) => `このリストは${end(edge)}からは更新できません。`,
      "no-overflow": (edge) => `リストが短く、すべて表示されているため、${end(edge)}では引っ張れません。下のボタンを使ってください。`,
      cooldown: (_, wait) => `前回の更新から間もないため、まだ更新できません。${wait}後にもう一度お試しください。`,
      resized: () => "ウィンドウの大きさが変わったため、操作を取り消しました。もう一度引っ張ってください。",
      lease: () => "サーバーがしばらくこの操作を受信できなかったため、取り消しました。もう一度引っ張ってください。",
      policy: () => "操作中にこのリストの設定が変わりました。もう一度引っ張ってください。",
      storage: () => "サーバーは現在何も保存できないため、更新を拒否しました。サーバーのログを確認してください。",
      committing: () => "もうキャンセルできません。新しい行を保存しています。",
      ended: () => "その更新はすでに終わっています。",
    },
    error: {
      "no-policy": () => "このリストはその端からは更新できません。",
      forbidden: (role) => `このリストは見られますが、更新はできません。役割が「${role}」のトークンが必要です。`,
      limit: () => "サーバーの上限を超えました。このサーバーのほかのページを閉じて、再読み込みしてください。",
      other: (message) => `サーバーからのメッセージ：${message}`,
    },
    queued: (wait) => (wait ? `${wait}後にもう一度更新します。` : "今の更新が終わりしだい、もう一度更新します。"),
    cooling: (when, wait, isOk) => `${when}${isOk ? "更新しました" : "試しました"}。\n${wait}後に更新できます。`,
    joined: "すでに更新中です。同じ行が届きます。",
    close: "閉じる",
    runs: {
      unloaded: "履歴を読み込めませんでした。接続を確認してから、もう一度お試しください。",
      you: "あなた",
      keys: "ショートカットキーを使う",
      took: (words) => `所要時間 ${words}`,
      schedule: "予定された更新",
      running: (progress) => `実行中…${done(progress)}`,
      last: (most) => `最近の ${number(most)} 回を表示しています。`,
      loading: "履歴を読み込んでいます…",
      empty: "このリストはまだ誰も更新していません。誰が、いつ、どのくらいかけて更新し、どうなったかがここに記録されます。",
      again: "もう一度",
    },
    olderKept: "このページに残せる行はここまでです。以前の行はサーバーにあります。",
    feedsFailed: "リストの一覧を読み込めませんでした。ページを再読み込みしてください。",
    held: { true: "新着の表示を止めました。", false: "新着の表示を再開しました。" },
    missing: {
      "unknown-feed": (feed) => `「${feed}」というリストはここにはありません。`,
      forbidden: (feed) => `このトークンでは「${feed}」というリストを見られません。`,
    },
    emptyHint: {
      top: "下に引っ張るか下のボタンを押すと、最初の行を取得します。",
      bottom: "「新着を読み込む」を押すと、最初の行を取得します。",
      nothing: "前回の更新では新着がありませんでした。",
      none: "届きしだい、ここに表示されます。",
      has: "このサーバーにあるリスト：",
      allowed: "見られるリスト：",
      hasNone: "このサーバーにはリストがありません。",
      comes: "リストができると、このページに自動で表示されます。",
    },
    whole: "すべて表示",
    others: {
      here: (count, names) => `${number(count)} 人が閲覧中${names.length > 0 ? `：${names.join("、")}` : ""}`,
      more: (count) => `ほか ${number(count)} 人`,
    },
    pulls: {
      label: "引っ張っている人",
      aSomeone: "誰か",
      says: (who, edge, far, more) =>
        `${who}が${edge === "top" ? "引き下げ" : "引き上げ"}中、${percent(far)}${more > 0 ? `、ほか ${number(more)} 人` : ""}`,
      rest: (count) => `+${number(count)}`,
    },
    unreached: {
      what: (server) => `サーバー ${server} に接続できません。`,
      own: "サーバーが動いているか確認してください。",
      other: (attribute) => `サーバーが動いているか、「${attribute}」がそのアドレスになっているか確認してください。`,
      origin: (flag) => `どちらも正しければ、サーバーがこのページを知りません。「${flag}」を付けて起動してください。`,
    },
    noAddress: {
      what: (src) => `「${src}」はサーバーのアドレスではありません。`,
      like: (address, attribute) => `アドレスの例：${address}。「${attribute}」を直してください。`,
    },
    refusal: {
      again: "再接続",
      title: "サーバーがこのページの接続を拒否しました",
      text: (code, reason) => `${reason || "理由は示されませんでした"}（${code}）。ページを再読み込みするか、再接続してください。`,
    },
    access: {
      title: "このリストを見るにはトークンが必要です",
      what: (command) => `トークンはサーバーの管理者が「${command}」で発行します。サインインすると、このブラウザーではその状態が続きます。`,
      ended: "サインインの期限が切れました。",
      unkept: "ブラウザーがサインインを保存しませんでした。このページのクッキーを許可して、もう一度お試しください。",
      field: "トークン",
      act: "サインイン",
      busy: "サインインしています…",
      out: "サインアウト",
      stillIn: "サインアウトできませんでした。接続を確認して、もう一度お試しください。",
      empty: "先にトークンを入力してください。",
      unknown: "このトークンはここでは使えません。抜けがないか確認するか、新しいトークンを依頼してください。",
      tooMany: (ms) => `誤ったトークンが多すぎます。${wait(ms)}後にもう一度お試しください。`,
      network: "サーバーに接続できません。接続を確認して、もう一度お試しください。",
      failed: (status) => `サーバーがトークンを受け付けませんでした（${status}）。もう一度試すか、サーバーのログを確認してください。`,
      appendOnly: (roles) => `このトークンでは行の追加だけができ、表示はできません。次のいずれかの役割が必要です：${roles}。`,
      author: {
        none: (attribute) => `接続にはトークンが必要ですが、このページにはありません。ページの作成者が「${attribute}」に指定します。`,
        wrong: (attribute) => `このページの作成者が「${attribute}」に指定したトークンを、サーバーは認識できません。`,
      },
    },
    told: {
      started: (who, isOurs) => `${by(who, isOurs)}更新を始めました。`,
      scheduled: "予定された更新が始まりました。",
      ok: (rows) => `更新しました：${newRows(rows)}。`,
      failed: (message) => `更新に失敗しました。${message}`,
      cancelled: "更新はキャンセルされました。",
    },
  };
};
