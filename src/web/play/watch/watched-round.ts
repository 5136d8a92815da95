import type { SlotExample, WatchedGame, WatchedReplay, WatchedSeatRound, WatchedTableRound } from '#contract/replay.ts'
import type { Locale } from '#i18n/locales.ts'
import { call } from '#web/shared/api.ts'

/** What a window without a session shows: a shared round, an example, or a round of a table. */

/** The game of a round, named in every language, and where the round comes from. */
type WatchedOf = {
  game: string
  names: Record<Locale, string>
  rtp: string
  winPercent: string
  mathHash: string
  /** Of a shared round its day, of an example its number. */
  of: { kind: 'member'; day: string } | { kind: 'example'; nonce: number }
}

export type WatchedSlotRound = WatchedOf & Pick<SlotExample, 'multiple' | 'events'>

/** A round with decisions. */
export type WatchedSeat = WatchedOf & WatchedSeatRound

export type WatchedTable = {
  game: string
  names: Record<Locale, string>
  dealMs: number
  round: WatchedTableRound
}

/**
 * `?watch=` of the window's address: the id of a replay, the place of an example or round in its list, from 1, or `last`
 * of that list: of a slot the example with a feature, of a game with decisions that with a split.
 */
function isReplayId(watch: string): boolean {
  return watch.length > 3 && watch !== 'last'
}

/** The round of a slot; null when there is none, or none any more. Rejects when it cannot be loaded. */
export async function readSlotRound(game: string, watch: string): Promise<WatchedSlotRound | null> {
  if (isReplayId(watch)) {
    const replay = await readShared(game, watch)
    if (replay?.kind !== 'slot') return null
    const { day, round, ...of } = replay
    return { ...of, ...round, of: { kind: 'member', day } }
  }
  const found = await readGame(game)
  const example = found?.kind === 'slot' ? at(found.examples, watch) : undefined
  if (found?.kind !== 'slot' || example === undefined) return null
  const { multiple, events, nonce } = example
  return { ...found, multiple, events, of: { kind: 'example', nonce } }
}

/** A round with decisions; null when there is none, or none any more. Rejects when it cannot be loaded. */
export async function readSeatRound(game: string, watch: string): Promise<WatchedSeat | null> {
  if (isReplayId(watch)) {
    const replay = await readShared(game, watch)
    if (replay?.kind !== 'seat') return null
    const { day, round, ...of } = replay
    return { ...of, ...round, of: { kind: 'member', day } }
  }
  const found = await readGame(game)
  const example = found?.kind === 'seat' ? at(found.examples, watch) : undefined
  if (found?.kind !== 'seat' || example === undefined) return null
  const { multiple, view, decisions, nonce } = example
  return { ...found, multiple, view, decisions, of: { kind: 'example', nonce } }
}

async function readShared(game: string, id: string): Promise<WatchedReplay | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null
  const answer = await call('get-public-replay', { id }, { quiet: true })
  return answer.status === 'success' && answer.replay.game === game ? answer.replay : null
}

/** The round of a table; null when there is none. Rejects when it cannot be loaded. */
export async function readTableRound(game: string, watch: string): Promise<WatchedTable | null> {
  const found = await readGame(game)
  const round = found?.kind === 'table' ? at(found.rounds, watch) : undefined
  return found?.kind === 'table' && round !== undefined ? { ...found, round } : null
}

async function readGame(game: string): Promise<WatchedGame | null> {
  const answer = await call('get-watched-game', { game }, { quiet: true })
  return answer.status === 'success' ? answer.watch : null
}

function at<Item>(items: readonly Item[], watch: string): Item | undefined {
  if (watch === 'last') return items.at(-1)
  return /^\d{1,3}$/.test(watch) ? items[Number(watch) - 1] : undefined
}
