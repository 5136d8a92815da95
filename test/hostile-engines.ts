import { capOf, type Game } from '#domain/games/game.ts'
import { amountOfUnits, type RoundEvent, type VoidReason } from '#domain/games/round.ts'
import type { Engine } from '#domain/games/slot/checked-play.ts'
import { play } from '#domain/games/slot/play.ts'
import type { Amount } from '#domain/money.ts'

/** Engines with a fault, each with the reason why its rounds are void and what the program finds. */
type HostileEngine = { engine: Engine; reason: VoidReason; detail: RegExp }

/** A round of the real engine with another result. */
function altered(change: (round: ReturnType<Engine>, game: Game, stake: Amount) => unknown): Engine {
  return (game, draw, { stake }) => change(play(game, draw, { stake }), game, stake) as ReturnType<Engine>
}

/** A round whose only events are a win and the total. */
function paying(units: number, game: Game, stake: Amount): ReturnType<Engine> {
  const win = { symbol: 0, count: 3, line: 0, positions: [0], pay: units }
  const events: RoundEvent[] = [
    { type: 'wins', wins: [win], multiplier: 1, pay: units, total: units },
    { type: 'totalWin', pay: units },
  ]
  return { units, pay: amountOfUnits(Math.trunc(units), stake, game.unitsPerStake), events }
}

const endless: Engine = (_, draw) => {
  for (;;) draw(2)
}

export const hostileEngines: Readonly<Record<string, HostileEngine>> = {
  throws: {
    engine: () => {
      throw new Error('a wheel is missing')
    },
    reason: 'no-result',
    detail: /^Error: a wheel is missing$/,
  },
  'draws without end': { engine: endless, reason: 'no-result', detail: /more than \d+ draws/ },
  'answers nothing': { engine: altered(() => undefined), reason: 'wrong-result', detail: /TypeError/ },
  'answers later': { engine: altered((round) => Promise.resolve(round)), reason: 'wrong-result', detail: /TypeError/ },
  'answers a fraction': {
    engine: altered((_, game, stake) => paying(0.5, game, stake)),
    reason: 'wrong-result',
    detail: /has the number 0.5/,
  },
  'pays more than its events': {
    engine: altered((round) => ({ ...round, units: round.units + 1 })),
    reason: 'wrong-result',
    detail: /^pays \d+, its total is/,
  },
  'pays more money than its units': {
    engine: altered((round) => ({ ...round, pay: round.pay + 1n })),
    reason: 'wrong-result',
    detail: /^pays \d+ for \d+ units/,
  },
  'pays over the cap': {
    engine: altered((_, game, stake) => paying(capOf(game) + 1, game, stake)),
    reason: 'wrong-result',
    detail: /cap|total/,
  },
  'ends with another total': {
    engine: altered((round) => ({ ...round, events: [...round.events.slice(0, -1), { type: 'totalWin', pay: 77 }] })),
    reason: 'wrong-result',
    detail: /its total is 77/,
  },
  'answers what is no JSON': {
    engine: altered((round) => ({ ...round, events: [{ type: 'reveal', stops: 1n }, ...round.events] })),
    reason: 'wrong-result',
    detail: /TypeError/,
  },
}
