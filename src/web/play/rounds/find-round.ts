import type { Game } from '#domain/games/game.ts'
import type { PlayedRound } from '#domain/games/round.ts'
import { play } from '#domain/games/slot/play.ts'
import { wholeUnits, type Amount } from '#domain/money.ts'
import type { Step } from '#web/play/slot/steps.ts'
import { timelineOf } from '#web/play/slot/timeline.ts'
import { tierOf } from '#web/play/slot/win-level.ts'

/** Rounds of the engine by kind, for the development page of rounds: each follows from its number alone. */

export const roundKinds = [
  'any',
  'nothing',
  'returned',
  'small',
  'tier1',
  'tier2',
  'tier3',
  'tier4',
  'anticipation',
  'anticipation-missed',
  'tumbles',
  'expands',
  'feature-start',
  'feature-middle',
  'feature-end',
  'full',
  'pick',
  'jackpot',
  'capped',
] as const
export type RoundKind = (typeof roundKinds)[number]

export type FoundRound = {
  game: Game
  number: number
  stake: Amount
  round: PlayedRound
  steps: readonly Step[]
  /** The last event that counts as shown; -1 to begin at the beginning. */
  shown: number
}

/** So long a search may take. */
const mostMs = 12_000

/** Cap of the copy of a machine that shows capped rounds: they are too rare otherwise. */
const lowCap = 6

/** The machine that a kind is played on. */
export function machineFor(game: Game, kind: RoundKind): Game {
  return kind === 'capped' ? { ...game, maxWinTimesStake: lowCap } : game
}

/** The first round of a kind from `number` on, among `most` rounds; null when there is none. */
export function findRound(game: Game, kind: RoundKind, number: number, most: number): FoundRound | null {
  const machine = machineFor(game, kind)
  const stake = wholeUnits(machine.stakes[Math.min(2, machine.stakes.length - 1)] ?? 200)
  const begun = performance.now()
  for (let at = number; at < number + most && performance.now() - begun < mostMs; at += 1) {
    const round = play(machine, drawOf(at), { stake })
    const shown = placeOf(kind, machine, round, stake)
    if (shown !== null) {
      return { game: machine, number: at, stake, round, steps: timelineOf(machine, round.events, stake), shown }
    }
  }
  return null
}

/** Where to begin to show the round for this kind; null when it is of another kind. */
function placeOf(kind: RoundKind, game: Game, { pay, events }: PlayedRound, stake: Amount): number | null {
  const has = (type: string) => events.some((event) => event.type === type)
  const first = (fits: boolean) => (fits ? -1 : null)
  switch (kind) {
    case 'any':
      return -1
    case 'nothing':
      return first(pay === 0n && !has('featureStart'))
    case 'returned':
      return first(pay > 0n && pay <= stake)
    case 'small':
      return first(pay > stake && tierOf(pay, stake) === 0)
    case 'tier1':
    case 'tier2':
    case 'tier3':
      return first(!has('featureStart') && tierOf(pay, stake) === Number(kind.slice(4)))
    case 'tier4': {
      // Mostly a feature reaches it: then its last step is shown.
      const end = events.findIndex(({ type }) => type === 'featureEnd')
      return tierOf(pay, stake) === 4 ? Math.max(-1, end - 1) : null
    }
    case 'anticipation':
      return first(has('featureStart') && isAnticipated(game, events, stake))
    case 'anticipation-missed':
      return first(!has('featureStart') && isAnticipated(game, events, stake))
    case 'tumbles':
      return first(events.filter(({ type }) => type === 'tumble').length >= 3)
    case 'expands':
      return first(pay > stake && !has('featureStart') && has('wilds'))
    case 'feature-start': {
      const at = events.findIndex(({ type }) => type === 'featureStart')
      return at < 0 ? null : at - 1
    }
    case 'feature-middle': {
      const at = events.map(({ type }) => type).indexOf('featureStep')
      const paid = events.findIndex(({ type }, index) => index > at && (type === 'wins' || type === 'coinLand'))
      return at < 0 || paid < 0 ? null : paid
    }
    case 'feature-end': {
      const at = events.findIndex(({ type }) => type === 'featureEnd')
      return at < 0 || pay === 0n ? null : at - 1
    }
    case 'full': {
      const at = events.findIndex((event) => event.type === 'prize' && event.prize === 'full')
      return at < 0 ? null : at - 1
    }
    case 'pick': {
      const at = events.findIndex((event) => event.type === 'featureStep' && event.feature === 'pick')
      return at < 0 ? null : at - 1
    }
    case 'jackpot':
      return first(has('jackpotHit'))
    case 'capped':
      return first(has('maxWin'))
  }
}

function isAnticipated(game: Game, events: PlayedRound['events'], stake: Amount): boolean {
  const [step] = timelineOf(game, events.slice(0, 1), stake)
  return step?.kind === 'spin' && step.anticipated.includes(true)
}

/** Draws that follow from the round's number: for this page only. */
function drawOf(number: number): (below: number) => number {
  let state = number
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
