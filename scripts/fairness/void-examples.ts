import { seededDraw } from '#domain/games/draw.ts'
import type { Game } from '#domain/games/game.ts'
import { fromHex, hmacSha256 } from '#domain/games/sha256.ts'
import { voidEvents } from '#domain/games/round.ts'
import { playChecked, type Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { amountFromWire } from '#domain/money.ts'

/** An engine without a result. */
export const failingEngine: Engine = () => {
  throw new Error('an example of a failure')
}

/** An engine whose result does not fit its events. */
export const generousEngine: Engine = (game, draw, options) => {
  const round = play(game, draw, options)
  return { ...round, units: round.units + 1 }
}

/** The record of the same round as the platform books it when this engine plays it. */
export function voidRecord(record: RoundRecord, game: Game, engine: Engine): RoundRecord {
  const { clientSeed, nonce, serverSeed } = record
  const stake = amountFromWire(record.stake)
  if (serverSeed === null || stake === null) throw new Error('The record has no server seed or no stake.')
  const draw = seededDraw(hmacSha256, { serverSeed: fromHex(serverSeed), clientSeed, gameCode: game.code, nonce })
  const checked = playChecked(game, draw, stake, engine)
  if (checked.kind !== 'void') throw new Error('The engine gave a result that fits.')
  return { ...record, pay: '0', events: voidEvents(checked.reason) }
}
