import type { Jackpot } from '#contract/jackpot.ts'
import type { WireRound } from '#contract/slot.ts'
import { gameByCode, returnPercent } from '#domain/games/catalogue.ts'
import { jackpotOf } from '#domain/games/round.ts'
import { amountToWire, wholeUnits } from '#domain/money.ts'
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

/** The pools that the meters show. They stand still, so that two pictures of one state are equal. */
export const pools: readonly Jackpot[] = (
  [
    ['mega', 48_291_735],
    ['major', 3_120_488],
    ['minor', 194_261],
  ] as const
).map(([tier, units]) => ({
  tier,
  amount: amountToWire(wholeUnits(units)),
  ratePerSecond: '0',
  share: '0.5',
  hit: null,
}))

/** What the bench pays for any jackpot. */
const jackpotUnits = 12_345_678

/** The round as the server would send it. */
export function wireOf({ round, number, stake }: Pick<FoundRound, 'round' | 'number' | 'stake'>): WireRound {
  const jackpot = jackpotOf(round.events) === null ? null : String(jackpotUnits)
  const money = { stake: amountToWire(stake), pay: amountToWire(round.pay), jackpot }
  return { roundId: `round-${number}`, nonce: number, ...money, events: round.events }
}
