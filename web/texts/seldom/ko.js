/** 한국어. */
export default ({ number, percent, wait }) => {
  const SOMEONE = "누군가";
  /** The particle goes by the last sound. */
  const subject = (who) => (who === SOMEONE ? `${who}가` : `${who}이`);
  const newRows = (count) => (count === 0 ? "새 항목 없음" : `새 항목 ${number(count)}개`);
  const actor = (who, isOurs) => (isOurs ? "내가" : subject(who));
  const done = (progress) => (progress === undefined ? "" : ` ${percent(progress)}`);

  return {
    nothingAdded: "추가된 항목은 없습니다.",
    failure: {
      deadline: "시간이 너무 오래 걸려 중단되었습니다. 다시 시도하거나 제한 시간을 늘려 달라고 요청하세요.",
      storage: "새 항목을 저장할 수 없어 표시하지 않았습니다. 서버 로그를 확인한 뒤 다시 시도하세요.",
      interrupted: "새로고침하는 동안 서버가 중지되었습니다. 다시 새로고침하세요.",
      exit: "명령이 실패했습니다.",
      signal: "시스템이 명령을 중단했습니다.",
      spawn: "명령을 시작할 수 없습니다.",
      output: "명령의 출력을 읽을 수 없습니다.",
      http: "소스 서버가 오류를 반환했습니다.",
      network: "소스에 연결할 수 없습니다.",
      parse: "소스의 내용을 해석할 수 없습니다.",
      unknown: "문제가 발생했습니다. 다시 시도하세요.",
    },
    why: {
      "no-policy": (edge) => `이 목록은 ${edge === "top" ? "위쪽" : "아래쪽"}에서 새로고침할 수 없습니다.`,
      "no-overflow": (edge) =>
        `목록이 짧아 모두 보이므로 ${edge === "top" ? "위쪽" : "아래쪽"}에서 당길 수 없습니다. 아래 버튼을 사용하세요.`,
      cooldown: (_, time) => `마지막 새로고침 후 아직 이릅니다. ${time} 후에 다시 시도하세요.`,
      resized: () => "창 크기가 바뀌어 당기기가 취소되었습니다. 다시 당겨 주세요.",
      lease: () => "서버가 한동안 이 당기기의 소식을 받지 못해 취소했습니다. 다시 당겨 주세요.",
      policy: () => "당기는 동안 이 목록의 설정이 바뀌었습니다. 다시 당겨 주세요.",
      storage: () => "서버가 지금 아무것도 저장할 수 없어 새로고침을 거부했습니다. 서버 로그를 확인하세요.",
      committing: () => "취소하기에는 늦었습니다. 새 항목을 저장하는 중입니다.",
      ended: () => "그 새로고침은 이미 끝났습니다.",
    },
    error: {
      "no-policy": () => "이 목록은 그쪽 끝에서 새로고침할 수 없습니다.",
      forbidden: (role) => `이 목록을 볼 수는 있지만 새로고침할 수는 없습니다. 역할이 “${role}”인 토큰이 필요합니다.`,
      limit: () => "서버의 한도를 넘었습니다. 이 서버의 다른 페이지를 닫고 다시 여세요.",
      other: (message) => `서버 메시지: ${message}`,
    },
    queued: (time) => (time ? `${time} 후에 다시 새로고침합니다.` : "이번 새로고침이 끝나는 대로 다시 새로고침합니다."),
    cooling: (when, time, isOk) => `${when} ${isOk ? "새로고침했습니다" : "새로고침 시도함"}.\n${time} 후에 다시 가능합니다.`,
    joined: "이미 새로고침하는 중입니다. 같은 항목을 받게 됩니다.",
    close: "닫기",
    runs: {
      unloaded: "기록을 불러오지 못했습니다. 연결되어 있는지 확인한 뒤 다시 시도하세요.",
      you: "나",
      keys: "키보드 단축키 사용",
      took: (words) => `${words} 걸림`,
      schedule: "예약된 새로고침",
      running: (progress) => `진행 중…${done(progress)}`,
      last: (most) => `최근 ${number(most)}회의 새로고침을 표시합니다.`,
      loading: "기록을 불러오는 중…",
      empty: "아직 아무도 이 목록을 새로고침하지 않았습니다. 누가, 언제, 얼마 동안 새로고침했고 결과가 어땠는지 여기에 기록됩니다.",
      again: "다시 시도",
    },
    olderKept: "이 페이지에는 여기까지만 남습니다. 이전 항목은 서버에 그대로 있습니다.",
    feedsFailed: "어떤 목록이 있는지 불러오지 못했습니다. 페이지를 다시 열어 보세요.",
    held: { true: "새 항목을 표시하지 않습니다.", false: "새 항목을 다시 표시합니다." },
    missing: {
      "unknown-feed": (feed) => `‘${feed}’ 목록은 여기에 없습니다.`,
      forbidden: (feed) => `이 토큰으로는 ‘${feed}’ 목록을 볼 수 없습니다.`,
    },
    empty: "아직 항목이 없습니다.",
    emptyHint: {
      top: "아래로 당기거나 아래 버튼을 눌러 첫 항목을 가져오세요.",
      bottom: "‘새 항목 불러오기’를 눌러 첫 항목을 가져오세요.",
      nothing: "지난 새로고침에서는 새 항목이 없었습니다.",
      none: "항목이 생기면 바로 여기에 나타납니다.",
      has: "이 서버에 있는 목록: ",
      allowed: "볼 수 있는 목록: ",
      hasNone: "이 서버에는 목록이 없습니다.",
      comes: "목록이 생기면 이 페이지에 자동으로 나타납니다.",
    },
    whole: "모두 보기",
    others: {
      here: (count, names) => `${number(count)}명이 보는 중${names.length > 0 ? `: ${names.join(", ")}` : ""}`,
      more: (count) => `그 외 ${number(count)}명`,
    },
    pulls: {
      label: "지금 당기는 사람",
      aSomeone: SOMEONE,
      says: (who, edge, far, more) =>
        `${subject(who)} ${edge === "top" ? "아래로" : "위로"} 당기는 중, ${percent(far)}${
          more > 0 ? `, 그 외 ${number(more)}명` : ""
        }`,
      rest: (count) => `+${number(count)}`,
    },
    unreached: {
      what: (server) => `${server} 서버에 연결할 수 없습니다.`,
      own: "서버가 실행 중인지 확인하세요.",
      other: (attribute) => `서버가 실행 중인지, ‘${attribute}’에 서버의 주소가 맞게 있는지 확인하세요.`,
      origin: (flag) => `둘 다 맞다면 서버가 이 페이지를 모르는 것입니다. ‘${flag}’ 옵션으로 시작하세요.`,
    },
    noAddress: {
      what: (src) => `‘${src}’은(는) 서버 주소가 아닙니다.`,
      like: (address, attribute) => `주소는 이런 모양입니다: ${address}. ‘${attribute}’를 고쳐 주세요.`,
    },
    refusal: {
      again: "다시 연결",
      title: "서버가 이 페이지의 연결을 거부했습니다",
      text: (code, reason) => `${reason || "이유는 알려지지 않았습니다"}(${code}). 페이지를 새로 열거나 다시 연결하세요.`,
    },
    access: {
      title: "이 목록을 보려면 토큰이 필요합니다",
      what: (command) => `토큰은 서버 운영자가 “${command}” 명령으로 만듭니다. 로그인하면 이 브라우저에서 로그인이 유지됩니다.`,
      ended: "로그인이 만료되었습니다.",
      unkept: "브라우저가 로그인을 저장하지 않았습니다. 이 페이지의 쿠키를 허용한 뒤 다시 시도하세요.",
      field: "토큰",
      act: "로그인",
      busy: "로그인하는 중…",
      out: "로그아웃",
      stillIn: "로그아웃하지 못했습니다. 연결을 확인한 뒤 다시 시도하세요.",
      empty: "먼저 토큰을 입력하세요.",
      unknown: "여기서는 알 수 없는 토큰입니다. 빠진 글자가 없는지 확인하거나 새 토큰을 요청하세요.",
      tooMany: (ms) => `잘못된 토큰이 너무 많이 입력되었습니다. ${wait(ms)} 후에 다시 시도하세요.`,
      network: "서버에 연결할 수 없습니다. 연결을 확인한 뒤 다시 시도하세요.",
      failed: (status) => `서버가 토큰을 받지 못했습니다(${status}). 다시 시도하거나 서버 로그를 확인하세요.`,
      appendOnly: (roles) => `이 토큰으로는 행을 추가할 수만 있고 볼 수는 없습니다. 다음 역할 중 하나가 필요합니다: ${roles}.`,
      author: {
        none: (attribute) => `토큰이 있어야 접속할 수 있는데 이 페이지에는 토큰이 없습니다. 페이지 작성자가 “${attribute}”에 넣어야 합니다.`,
        wrong: (attribute) => `이 페이지의 작성자가 “${attribute}”에 넣은 토큰을 서버가 알지 못합니다.`,
      },
    },
    told: {
      started: (who, isOurs) => `${actor(who, isOurs)} 새로고침을 시작했습니다.`,
      scheduled: "예약된 새로고침이 시작되었습니다.",
      ok: (rows) => `새로고침 완료: ${newRows(rows)}.`,
      failed: (message) => `새로고침에 실패했습니다. ${message}`,
      cancelled: "새로고침이 취소되었습니다.",
    },
  };
};
