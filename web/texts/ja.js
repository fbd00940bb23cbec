/** 日本語。 */
export default ({ number, percent, wait }) => {
  const rowCount = (count) => `${number(count)} 行`;
  const newRows = (count) => (count === 0 ? "新着なし" : `新着 ${number(count)} 件`);
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);
  const by = (who, isOurs) => (isOurs ? "あなたが" : who ? `${who}が` : "");

  return {
    at: (clock) => `${clock} に`,
    on: (date) => `${date} に`,
    ago: (words) => `${words}に`,
    justNow: "たった今",
    comma: "、",
    stop: "。",

    page: { list: "リスト", name: "あなたの名前", shown: "他の人に表示されます" },
    pull: { top: "引っ張って更新", bottom: "引き上げて更新" },
    armed: "離すと更新",
    starting: "開始しています…",
    refreshing: (who, isOurs) => (who && !isOurs ? `${who}が更新中…` : "更新中…"),
    outcome: { ok: (rows) => newRows(rows), failed: () => "失敗", cancelled: () => "キャンセル" },
    unheard: "未接続",

    button: {
      top: "更新",
      bottom: "新着を読み込む",
      both: { top: "上端で更新", bottom: "下端で更新" },
      same: { top: "下に引っ張るのと同じです", bottom: "末尾で引き上げるのと同じです" },
      cancel: "キャンセル",
    },
    older: (count) => `以前の行を表示（あと ${rowCount(count)}）`,
    loadingOlder: "以前の行を読み込んでいます…",
    unseen: (count) => newRows(count),
    waitingForRows: "リストを待っています…",
    choose: "選択してください…",

    connection: {
      connecting: "接続しています…",
      open: "ライブ",
      "unknown-feed": "リストがありません",
      offline: "オフライン。再試行中…",
      away: (seconds) => (seconds > 0 ? `未接続。${wait(seconds * 1000, "short")}後に再試行` : "未接続。再試行中…"),
      4200: "サーバーを再起動しています…",
      4002: "未接続",
      4001: "トークンが必要です",
      refused: "拒否されました",
      forbidden: "拒否されました",
    },

    alone: "見ているのはあなただけです",
    people: {
      named: (name) => `${name}さん`,
      someone: "誰か",
    },

    status: {
      never: "まだ更新されていません",
      unknown: "更新中に接続が切れました",
      refreshing: (who, isOurs, progress) => `${by(who, isOurs)}更新中…${done(progress)}`,
      scheduled: (progress) => `予定された更新を実行中…${done(progress)}`,
      ok: (when, who, isOurs, rows) => `${when}${by(who, isOurs)}更新、${newRows(rows)}`,
      truncated: "取得元にはまだ続きがあります。続きから読めれば、残りは次の更新で届きます。",
      failed: (when, who, isOurs) => `${when}${by(who, isOurs)}始めた更新が失敗しました`,
      cancelled: (when, who, isOurs) => `${when}${by(who, isOurs)}始めた更新はキャンセルされました`,
    },

    lost: "接続が切れたため、操作を取り消しました。接続が戻ったら、もう一度引っ張ってください。",
    pulledUnheard: "未接続のため、この操作はどこにも届きません。「ライブ」と表示されたら、もう一度引っ張ってください。",
    notConnected: "未接続のため、何も送信していません。「ライブ」と表示されたら、もう一度お試しください。",

    happened: {
      lost: "接続が切れました。表示中の内容はそのまま残り、自動で再接続します。",
      back: "再接続しました。",
    },

    history: "更新の履歴",
    keys: {
      refresh: "R で更新",
      cancel: "Esc でキャンセル",
    },
    pause: {
      hold: "新着の表示を止める",
      release: (held) => (held > 0 ? `新着 ${number(held)} 件を表示` : "新着の表示を再開"),
    },
  };
};
