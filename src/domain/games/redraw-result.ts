import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import { blackjackStakeFits, type BlackjackGame } from './blackjack/game.ts'
import { replay, settlementOf } from './blackjack/round.ts'
import { seededDraw, type Draw } from './draw.ts'
import { stakeAllowed, type Game } from './game.ts'
import { canonicalJson } from './math-hash.ts'
import { amountOfUnits, voidEvents } from './round.ts'
import { fromHex, hmacSha256, sha256Hex } from './sha256.ts'
import type { RedrawResult } from './shown-results.ts'
import { playChecked } from './slot/checked-play.ts'

/** Redraws the rounds of the games given, of slots and of those with decisions. */
export function redrawBy(games: readonly (Game | BlackjackGame)[]): RedrawResult {
  const known = new Map(games.map((game) => [sha256Hex(canonicalJson(game)), game]))
  return ({ mathHash, serverSeed, clientSeed, nonce, stake, decisions }) => {
    const game = known.get(mathHash)
    if (game === undefined) return 'unknown'
    const amount = amountFromWire(stake) ?? 0n
    const draw = seededDraw(hmacSha256, { serverSeed: fromHex(serverSeed), clientSeed, gameCode: game.code, nonce })
    if ('kind' in game) return redrawDecided(game, draw, amount, decisions)
    if (!stakeAllowed(game, amount)) return 'none'
    const checked = playChecked(game, draw, amount)
    if (checked.kind === 'void') return { pay: '0', events: voidEvents(checked.reason) }
    const { pay, events } = checked.round
    return { pay: amountToWire(pay), events }
  }
}

function redrawDecided(
  game: BlackjackGame,
  draw: Draw,
  stake: Amount,
  decisions: readonly string[],
): ReturnType<RedrawResult> {
  if (!blackjackStakeFits(game, stake)) return 'none'
  const { state, refused } = replay(game, draw, decisions)
  const result = refused === null ? settlementOf(state) : null
  if (result === null) return 'none'
  return { pay: amountToWire(amountOfUnits(result.returned, stake, game.unitsPerStake)), events: state.events }
}
