import type { Translation } from '../catalogue.ts'

/** Messages of the game window that all games share. */
export const messages = {
  play: {
    title: '{game} · {brand}',
    loading: '게임을 준비하는 중입니다',
    session: {
      label: '이 창의 이용 현황',
      net: '손익',
      played: '이용 시간',
      minutes: '{minutes, number}분',
      hours: '{hours, number}시간 {minutes, number}분',
      rounds: '{count, number}회',
    },
    closed: {
      signedOutTitle: '로그인이 종료되었습니다',
      signedOutText:
        '이 창은 더 이상 사용할 수 없습니다. 로그인한 뒤 로비에서 게임을 다시 열어 주세요. 이미 베팅하신 라운드의 결과는 그대로 반영됩니다.',
      failedTitle: '게임을 열지 못했습니다',
      failedText: '잠시 후 다시 시도하거나 로비에서 게임을 다시 열어 주세요.',
      launchTitle: '이 주소로는 게임을 열 수 없습니다',
      launchText: '게임 주소는 발급된 뒤 60초 안에 한 번만 사용할 수 있습니다. 로비에서 게임을 다시 열어 주세요.',
      again: '다시 시도',
      close: '창 닫기',
    },
    reality: {
      title: '잠시 쉬어 가세요',
      text: '{played} 동안 이용하셨습니다.',
      net: '이 창에서의 손익은 {net}입니다.',
      continue: '계속하기',
      close: '게임 닫기',
    },
    replay: {
      inquiry: '문의하기',
      mark: '다시보기',
      text: '{time}의 라운드입니다. 베팅되지 않습니다.',
      again: '한 번 더',
      close: '다시보기 끝내기',
    },
    history: {
      title: '게임 내역',
      empty: '아직 플레이한 라운드가 없습니다.',
      time: '일시',
      stake: '베팅',
      pay: '지급',
      nonce: '번호',
      replay: '다시보기',
      replayOf: '{time} 라운드 다시보기',
      older: '이전 버전의 게임',
      more: '더 보기',
      failed: '게임 내역을 불러오지 못했습니다.',
    },
    fairness: {
      title: '공정성',
      text: '결과는 미리 봉인된 서버 시드, 회원님의 클라이언트 시드, 라운드 번호로만 정해집니다. 서버 시드를 교체하면 이전 시드가 공개되어 지난 라운드를 검증하실 수 있습니다.',
      serverSeedHash: '서버 시드 해시 (SHA-256)',
      clientSeed: '클라이언트 시드',
      nonce: '다음 라운드 번호',
      newClientSeed: '새 클라이언트 시드',
      clientSeedRule: '공백 없이 영문, 숫자, 기호 1~64자',
      change: '변경',
      changed: '클라이언트 시드가 변경되었습니다.',
      rotate: '서버 시드 교체',
      rotateText: '현재 시드를 공개하고 새 시드로 바꿉니다.',
      rotated: '이전 시드가 공개되었습니다.',
      revealed: '공개된 서버 시드',
      revealedHash: '공개된 시드의 해시 (SHA-256)',
      howToCheck:
        '공개된 시드(16진수 64자)를 32바이트로 바꾸어 SHA-256을 구하시면, 라운드 전에 보여 드린 해시와 같아야 합니다. 각 라운드는 HMAC-SHA256(서버 시드, “클라이언트 시드:게임 코드:라운드 번호:블록”)에서 뽑습니다.',
      openRound: '진행 중인 라운드가 있어 지금은 바꿀 수 없습니다.',
      failed: '요청을 처리하지 못했습니다. 다시 시도해 주세요.',
      copy: '복사',
      copied: '복사되었습니다',
    },
  },
} as const

export type PlayMessages = Translation<typeof messages>
