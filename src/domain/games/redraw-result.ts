import { amountFromWire, amountToWire } from '#domain/money.ts'
import { seededDraw } from './draw.ts'
import { stakeAllowed, type Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { fromHex, hmacSha256, sha256Hex } from './sha256.ts'
import type { RedrawResult } from './shown-results.ts'
import { play } from './slot/play.ts'

/** Redraws the rounds of the games given. */
export function redrawBy(games: readonly Game[]): RedrawResult {
  const known = new Map(games.map((game) => [mathHashOf(game, sha256Hex), game]))
  return ({ mathHash, serverSeed, clientSeed, nonce, stake }) => {
    const game = known.get(mathHash)
    if (game === undefined) return 'unknown'
    const amount = amountFromWire(stake) ?? 0n
    if (!stakeAllowed(game, amount)) return 'stake'
    const seed = { serverSeed: fromHex(serverSeed), clientSeed, gameCode: game.code, nonce }
    const { pay, events } = play(game, seededDraw(hmacSha256, seed), { stake: amount })
    return { pay: amountToWire(pay), events }
  }
}
