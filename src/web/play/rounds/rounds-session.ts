import type { WireRound } from '#contract/slot.ts'
import { gameByCode, returnPercent } from '#domain/games/catalogue.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { amountToWire } from '#domain/money.ts'
import type { PlaySession } from '#web/play/kit/play-session.ts'
import type { FoundRound } from './find-round.ts'

/** The balance of every session. */
export const playMoneyUnits = 1_000_000

/**
 * The session that a window would have, with the names and the return of the catalogue; a sketched machine has its code
 * and no return. `mathHash`: that of its par sheet, or ''.
 */
export function sessionOf({ game, stake, round, number, shown }: FoundRound, mathHash: string): PlaySession {
  const open = wireOf({ round, number, stake })
  const entry = gameByCode(game.code)
  const { code } = game
  return {
    status: 'success',
    game: {
      code,
      company: 'baize',
      names: entry?.names ?? { ko: code, en: code, jp: code, vn: code, cn: code },
      mathHash,
      stakes: game.stakes.map(String),
      rtp: entry ? returnPercent(entry) : '',
      maxWin: String(game.maxWinTimesStake),
    },
    balance: String(playMoneyUnits),
    currency: 'KRW',
    member: '',
    fairness: { pair: 1, scheme: 'chain', serverSeedHash: '', nextServerSeedHash: '', clientSeed: '', nonce: number },
    signedInAt: '',
    openRound: shown >= 0 ? { ...open, shown, pair: 1 } : null,
    closed: false,
    minSpinMs: 600,
    realityCheckMs: 0,
    mode: 'play',
    timeZone: 'Asia/Seoul',
  }
}

/** What the bench pays for any jackpot. */
const jackpotUnits = 12_345_678

/** The round as the server would send it. */
export function wireOf({ round, number, stake }: Pick<FoundRound, 'round' | 'number' | 'stake'>): WireRound {
  const jackpot = jackpotOf(round.events) === null ? null : String(jackpotUnits)
  const money = { stake: amountToWire(stake), pay: amountToWire(round.pay), jackpot }
  return { roundId: `round-${number}`, nonce: number, ...money, events: round.events }
}
