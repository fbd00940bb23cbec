/** 한국어. */
export default ({ number, percent, wait }) => {
  const SOMEONE = "누군가";
  /** The particle goes by the last sound. */
  const subject = (who) => (who === SOMEONE ? `${who}가` : `${who}이`);
  const rowCount = (count) => `${number(count)}행`;
  const newRows = (count) => (count === 0 ? "새 항목 없음" : `새 항목 ${number(count)}개`);
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);
  const by = (who, isOurs) => (isOurs ? " 내가" : who ? ` ${subject(who)}` : "");
  const actor = (who, isOurs) => (isOurs ? "내가" : subject(who));

  return {
    at: (clock) => `${clock}에`,
    on: (date) => `${date}에`,
    ago: (words) => `${words}에`,
    justNow: "방금",
    comma: ", ",
    stop: ". ",

    page: { list: "목록", name: "내 이름", shown: "다른 사람에게 표시" },
    pull: { top: "당겨서 새로고침", bottom: "위로 당겨서 새로고침" },
    armed: "놓으면 새로고침",
    starting: "시작하는 중…",
    refreshing: (who, isOurs) => (who && !isOurs ? `${subject(who)} 새로고침하는 중…` : "새로고침하는 중…"),
    outcome: { ok: (rows) => newRows(rows), failed: () => "실패", cancelled: () => "취소됨" },
    unheard: "연결되지 않음",

    button: {
      top: "새로고침",
      bottom: "새 항목 불러오기",
      both: { top: "맨 위에서 새로고침", bottom: "맨 아래에서 새로고침" },
      same: { top: "아래로 당기는 것과 같습니다", bottom: "끝에서 위로 당기는 것과 같습니다" },
      cancel: "취소",
    },
    older: (count) => `이전 항목 보기(${number(count)}개 더)`,
    loadingOlder: "이전 항목을 불러오는 중…",
    unseen: (count) => newRows(count),
    waitingForRows: "목록을 기다리는 중…",
    choose: "선택하세요…",

    connection: {
      connecting: "연결 중…",
      open: "실시간",
      "unknown-feed": "없는 목록",
      offline: "오프라인. 다시 시도 중…",
      away: (seconds) => (seconds > 0 ? `연결 끊김. ${wait(seconds * 1000, "narrow")} 후 재시도` : "연결 끊김. 다시 시도 중…"),
      4200: "서버를 다시 시작하는 중…",
      4002: "연결되지 않음",
      4001: "토큰 필요",
      refused: "거부됨",
      forbidden: "거부됨",
    },

    alone: "나만 보고 있습니다",
    people: {
      named: (name) => `${name}님`,
      someone: SOMEONE,
    },

    status: {
      never: "아직 새로고침한 적이 없습니다",
      unknown: "새로고침하는 중에 연결이 끊겼습니다",
      refreshing: (who, isOurs, progress) => `${actor(who, isOurs)} 새로고침하는 중…${done(progress)}`,
      scheduled: (progress) => `예약된 새로고침 중…${done(progress)}`,
      ok: (when, who, isOurs, rows) => `${when}${by(who, isOurs)} 새로고침함, ${newRows(rows)}`,
      truncated: "소스에 내용이 더 있습니다. 이어서 읽을 수 있으면 다음 새로고침 때 나머지를 가져옵니다.",
      failed: (when, who, isOurs) => `${when}${by(who, isOurs)} 시작한 새로고침 실패`,
      cancelled: (when, who, isOurs) => `${when}${by(who, isOurs)} 시작한 새로고침 취소됨`,
    },

    lost: "연결이 끊겨 당기기가 취소되었습니다. 다시 연결되면 당겨 주세요.",
    pulledUnheard: "연결되지 않아 당기기가 전달되지 않습니다. ‘실시간’이 표시되면 다시 당겨 주세요.",
    notConnected: "연결되지 않아 아무것도 보내지 못했습니다. ‘실시간’이 표시되면 다시 시도하세요.",

    happened: {
      lost: "연결이 끊겼습니다. 표시된 내용은 그대로 있으며, 자동으로 다시 연결됩니다.",
      back: "다시 연결되었습니다.",
    },

    history: "새로고침 기록",
    keys: {
      refresh: "R 키로 새로고침",
      cancel: "Esc 키로 취소",
    },
    pause: {
      hold: "새 항목 잠시 멈추기",
      release: (held) => (held > 0 ? `새 항목 ${number(held)}개 표시` : "새 항목 다시 표시"),
    },
  };
};
