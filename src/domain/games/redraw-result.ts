import { amountFromWire, amountToWire } from '#domain/money.ts'
import { seededDraw } from './draw.ts'
import { stakeAllowed, type Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { voidEvents } from './round.ts'
import { fromHex, hmacSha256, sha256Hex } from './sha256.ts'
import type { RedrawResult } from './shown-results.ts'
import { playChecked } from './slot/checked-play.ts'

/** Redraws the rounds of the games given. */
export function redrawBy(games: readonly Game[]): RedrawResult {
  const known = new Map(games.map((game) => [mathHashOf(game, sha256Hex), game]))
  return ({ mathHash, serverSeed, clientSeed, nonce, stake }) => {
    const game = known.get(mathHash)
    if (game === undefined) return 'unknown'
    const amount = amountFromWire(stake) ?? 0n
    if (!stakeAllowed(game, amount)) return 'stake'
    const seed = { serverSeed: fromHex(serverSeed), clientSeed, gameCode: game.code, nonce }
    const checked = playChecked(game, seededDraw(hmacSha256, seed), amount)
    if (checked.kind === 'void') return { pay: '0', events: voidEvents(checked.reason) }
    const { pay, events } = checked.round
    return { pay: amountToWire(pay), events }
  }
}
