import type { TableKind } from '#domain/games/table/marks.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { dragonTigerRoadRound, roadRoundOf } from '#domain/games/table/roads/road-round.ts'
import { redPockets } from '#domain/games/table/roulette/spots.ts'
import { settle, type TableGame } from '#domain/games/table/table-game.ts'

/** The states in which the page of rounds shows a table. */
export const tableScenes = [
  'open',
  'bets',
  'last-seconds',
  'dealing',
  'late',
  'won',
  'lost',
  'tie',
  'void',
  'salts',
  'resting',
  'results',
  'history',
  'fairness',
  'info',
] as const
export type TableScene = (typeof tableScenes)[number]

/** Stakes of the member in a scene, in the currency's units: `[spot, stake]`. */
type Stakes = readonly (readonly [spot: string, stake: string])[]

/** How a kind shows scenes that need certain stakes or outcomes; what is left out follows from the spots of the game. */
type KindScenes = {
  stakes: Partial<Record<TableScene, Stakes>>
  /** Whether an outcome shows a scene. */
  fits: (scene: TableScene, outcome: TableOutcome) => boolean
}

const kindScenes: Partial<Record<TableKind, KindScenes>> = {
  baccarat: {
    stakes: {
      bets: [
        ['player', '26000'],
        ['tie', '6000'],
        ['player-pair', '5000'],
      ],
      'last-seconds': [['banker', '155000']],
      dealing: [['banker', '50000']],
      late: [['banker', '50000']],
      won: [
        ['banker', '60000'],
        ['banker-pair', '5000'],
      ],
      lost: [
        ['player', '100000'],
        ['tie', '5000'],
        ['banker', '20000'],
      ],
      tie: [
        ['tie', '10000'],
        ['banker', '50000'],
      ],
      void: [['player', '26000']],
    },
    fits(scene, outcome) {
      if (outcome.kind !== 'baccarat') return false
      const { winner } = roadRoundOf(outcome)
      if (scene === 'late') return outcome.player.length === 3 && outcome.banker.length === 3
      if (scene === 'tie') return winner === 'tie'
      return scene === 'won' || scene === 'lost' ? winner === 'banker' : true
    },
  },
  'dragon-tiger': {
    stakes: {
      bets: [
        ['dragon', '26000'],
        ['tie', '6000'],
        ['suited-tie', '1000'],
      ],
      'last-seconds': [['tiger', '155000']],
      dealing: [['dragon', '50000']],
      late: [['tiger', '50000']],
      won: [
        ['dragon', '60000'],
        ['tie', '5000'],
      ],
      lost: [['tiger', '100000']],
      tie: [
        ['tie', '10000'],
        ['dragon', '50000'],
      ],
      void: [['tiger', '26000']],
    },
    fits(scene, outcome) {
      if (outcome.kind !== 'dragon-tiger') return false
      const { winner } = dragonTigerRoadRound(outcome)
      if (scene === 'tie') return winner === 'tie'
      return scene === 'won' || scene === 'lost' ? winner === 'dragon' : true
    },
  },
  'sic-bo': {
    stakes: {
      bets: [
        ['big', '100000'],
        ['odd', '20000'],
        ['total-9', '10000'],
        ['single-6', '26000'],
        ['double-3', '5000'],
        ['triple-1', '1000'],
        ['any-triple', '5000'],
        ['pair-2-5', '11000'],
      ],
      'last-seconds': [['small', '155000']],
      dealing: [
        ['big', '50000'],
        ['total-14', '5000'],
      ],
      late: [
        ['big', '50000'],
        ['total-14', '5000'],
      ],
      won: [
        ['big', '60000'],
        ['single-6', '20000'],
        ['pair-1-2', '5000'],
      ],
      lost: [
        ['small', '100000'],
        ['big', '20000'],
        ['triple-2', '5000'],
      ],
      tie: [
        ['big', '50000'],
        ['even', '10000'],
      ],
      void: [['small', '26000']],
    },
    fits(scene, outcome) {
      if (outcome.kind !== 'sic-bo') return false
      const { dice } = outcome
      const isTriple = dice[0] === dice[1] && dice[1] === dice[2]
      // A triple loses both sides.
      if (scene === 'tie') return isTriple
      return scene === 'won' || scene === 'lost'
        ? !isTriple && dice.includes(6) && dice[0] + dice[1] + dice[2] > 10
        : true
    },
  },
  roulette: {
    stakes: {
      bets: [
        ['straight-17', '5000'],
        ['split-19-22', '10000'],
        ['corner-25', '20000'],
        ['street-4', '5000'],
        ['six-line-31', '5000'],
        ['trio-0-2-3', '10000'],
        ['dozen-2', '50000'],
        ['red', '100000'],
        ['column-3', '12500'],
      ],
      'last-seconds': [['black', '155000']],
      dealing: [
        ['straight-0', '5000'],
        ['low', '50000'],
      ],
      late: [
        ['straight-0', '5000'],
        ['low', '50000'],
      ],
      won: [
        ['red', '60000'],
        ['dozen-3', '20000'],
        ['straight-7', '5000'],
      ],
      lost: [
        ['black', '100000'],
        ['dozen-1', '5000'],
        ['split-8-11', '20000'],
      ],
      tie: [['even', '10000']],
      void: [['high', '26000']],
    },
    fits(scene, outcome) {
      if (outcome.kind !== 'roulette') return false
      if (scene === 'tie') return outcome.pocket === 0
      return scene === 'won' || scene === 'lost' ? outcome.pocket >= 25 && redPockets.has(outcome.pocket) : true
    },
  },
  race: {
    stakes: {
      bets: [
        ['win-5', '26000'],
        ['place-3', '5000'],
        ['exacta-5-3', '1000'],
        ['trifecta-5-3-7', '1000'],
      ],
      'last-seconds': [['win-3', '50000']],
      dealing: [['win-5', '20000']],
      late: [['win-5', '20000']],
      won: [
        ['win-5', '20000'],
        ['place-3', '5000'],
      ],
      lost: [['win-2', '20000']],
      tie: [['place-5', '10000']],
      void: [['win-5', '26000']],
    },
    fits(scene, outcome) {
      if (outcome.kind !== 'race') return false
      const [first] = outcome.order
      return scene === 'won' || scene === 'tie' ? first === 5 : scene === 'lost' ? first !== 2 : true
    },
  },
}

/** Whether an outcome shows a scene of a game. */
export function showsScene({ kind }: TableGame, scene: TableScene, outcome: TableOutcome): boolean {
  return kindScenes[kind]?.fits(scene, outcome) ?? true
}

/** What the member has staked in a scene; without an entry of the kind on the first spots, so that the round is won or lost as it says. */
export function stakesOfScene(game: TableGame, scene: TableScene, outcome: TableOutcome | null): Stakes {
  const entry = kindScenes[game.kind]
  if (entry) return entry.stakes[scene] ?? []
  const bySpot = game.spots.map((spot) => ({ code: spot.code, returned: outcome ? settle(spot, outcome) : [0, 1] }))
  const winning = bySpot.find(({ returned: [numerator = 0, denominator = 1] }) => numerator > denominator)
  const losing = bySpot.find(({ returned: [numerator = 0] }) => numerator === 0)
  switch (scene) {
    case 'won':
      return winning ? [[winning.code, '20000']] : []
    case 'lost':
      return losing ? [[losing.code, '20000']] : []
    case 'bets':
      return game.spots.slice(0, 3).map(({ code }, index) => [code, String(5000 * (index + 1))])
    case 'last-seconds':
    case 'dealing':
    case 'late':
    case 'void':
      return game.spots.slice(0, 1).map(({ code }) => [code, '26000'])
    default:
      return []
  }
}
