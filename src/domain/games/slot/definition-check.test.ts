import { describe, expect, test } from 'vitest'
import type { Feature, FreeSpins, Game, HoldAndWin } from '#domain/games/game.ts'
import { featureOf } from '#domain/games/game.ts'
import { exactSlots, sampleSlot } from '#test/sample-slots.ts'
import { compile } from './compiled.ts'
import { definitionFaults, edgeFaults, refuseFaulty } from './definition-check.ts'

/** A sound machine with lines, free spins and scatters, which each test breaks in one place. */
const sound: Game = {
  ...sampleSlot('free-spins'),
  strips: {
    base: sampleSlot('free-spins').strips.base,
    free:
      sampleSlot('free-spins').strips['free']?.map((strip) => [...strip, ...strip.filter((id) => id !== 'star')]) ?? [],
  },
  maxWinTimesStake: 40,
}

function withFeature<Kind extends Feature['kind']>(
  game: Game,
  kind: Kind,
  change: Partial<Extract<Feature, { kind: Kind }>>,
): Game {
  return {
    ...game,
    features: game.features.map((feature) =>
      feature.kind === kind ? ({ ...feature, ...change } as Feature) : feature,
    ),
  }
}

/** A machine of lines whose wild draws a factor. */
function withWild(multipliers: { factor: number; weight: number }[]): Game {
  const game = sampleSlot('line-factors')
  return { ...game, symbols: game.symbols.map((one) => (one.kind === 'wild' ? { ...one, multipliers } : one)) }
}

const fields = (game: Game) => definitionFaults(game).map(({ field }) => field)

test('a sound definition has no faults', () => {
  expect(definitionFaults(sound)).toEqual([])
})

describe('a definition that was not meant so', () => {
  const far = (id: string) => ['ace', 'ten', 'ace', 'ten', id]
  test.each<[string, Game, string, RegExp]>([
    [
      'has a symbol on no strip',
      {
        ...sound,
        symbols: [...sound.symbols, { id: 'lion', kind: 'ordinary' }],
        paytable: { ...sound.paytable, lion: [0, 0, 9] },
      },
      'symbols.3.id',
      /lion is on no strip/,
    ],
    [
      'has an ordinary symbol that never pays',
      { ...sound, paytable: { ...sound.paytable, ten: [0, 0, 0] } },
      'paytable.ten',
      /never pays/,
    ],
    [
      'has two scatters within a window',
      { ...sound, strips: { ...sound.strips, base: [['star', 'star', 'ace', 'ten'], far('star'), far('star')] } },
      'strips.base.0',
      /2 of the scatter/,
    ],
    [
      'has two scatters within a window across the end of the strip',
      { ...sound, strips: { ...sound.strips, base: [['star', 'ace', 'ten', 'star'], far('star'), far('star')] } },
      'strips.base.0',
      /2 of the scatter/,
    ],
    [
      'can show more scatters than its paytable has pays',
      { ...sound, paytable: { ...sound.paytable, star: [0, 5] } },
      'paytable.star',
      /2 pays; reel set base can show 3/,
    ],
    [
      'pays less for more of a kind',
      { ...sound, paytable: { ...sound.paytable, ace: [0, 11, 10] } },
      'paytable.ace.2',
      /less/,
    ],
    [
      'has a row that is too short',
      { ...sound, paytable: { ...sound.paytable, ace: [0, 3] } },
      'paytable.ace',
      /2 pays for 3 reels/,
    ],
    [
      'awards a free spin or more for each free spin',
      withFeature(
        { ...sound, strips: { ...sound.strips, free: [far('star'), far('star'), far('star')] } },
        'free-spins',
        { spins: 5, spinsLimit: 50, trigger: { symbol: 'star', count: 1 } },
      ),
      'strips.free',
      /3\.92 more on average/,
    ],
    ['has a cap out of reach', { ...sound, maxWinTimesStake: 1_000_000 }, 'maxWinTimesStake', /never reached/],
    [
      'lands a coin in every cell',
      withFeature({ ...sampleSlot('hold-and-win'), maxWinTimesStake: 5 }, 'hold-and-win', {
        landing: { chance: 3, of: 3 },
      }),
      'features.hold-and-win.landing',
      /every empty cell/,
    ],
  ])('and %s is named', (_, game, field, fault) => {
    const found = definitionFaults(game).find((one) => one.field === field)
    expect(found?.fault).toMatch(fault)
    expect(() => compile(game)).not.toThrow()
  })
})

describe('a definition that the engine cannot play', () => {
  const free = featureOf(sound, 'free-spins') as FreeSpins
  const holding = sampleSlot('hold-and-win')
  const hold = featureOf(holding, 'hold-and-win') as HoldAndWin
  const ways = sampleSlot('ways')
  const sticky = sampleSlot('sticky')
  const linked = sampleSlot('jackpots')
  test.each<[string, Game, string]>([
    ['a fraction anywhere', { ...sound, paytable: { ...sound.paytable, ace: [0, 0.5, 1] } }, 'paytable.ace.1'],
    ['a negative number', withFeature(sound, 'free-spins', { spinsLimit: -1 }), 'features.0.spinsLimit'],
    [
      'two wilds',
      { ...sound, symbols: [...sound.symbols, { id: 'one', kind: 'wild' }, { id: 'two', kind: 'wild' }] },
      'symbols',
    ],
    ['a symbol twice', { ...sound, symbols: [...sound.symbols, { id: 'ace', kind: 'ordinary' }] }, 'symbols.3.id'],
    [
      'a name that needs escaping',
      { ...sound, symbols: [...sound.symbols, { id: 'a"b', kind: 'ordinary' }] },
      'symbols.3.id',
    ],
    [
      'an unknown symbol on a strip',
      {
        ...sound,
        strips: {
          ...sound.strips,
          base: [
            ['lion', 'ace'],
            ['ace', 'ten'],
            ['ace', 'ten'],
          ],
        },
      },
      'strips.base.0',
    ],
    ['a missing strip', { ...sound, strips: { ...sound.strips, base: [['ace', 'ten']] } }, 'strips.base'],
    ['a pay for an unknown symbol', { ...sound, paytable: { ...sound.paytable, lion: [1] } }, 'paytable.lion'],
    ['a line off the grid', { ...sound, winMode: { kind: 'lines', lines: [[0, 2, 0]] } }, 'winMode.lines.0'],
    [
      'a wild where ways begin',
      {
        ...ways,
        strips: {
          base: [
            ['wild', 'ace'],
            ['ten', 'ace'],
            ['ace', 'ten'],
          ],
        },
      },
      'strips.base.0',
    ],
    [
      'sizes that do not ascend',
      { ...sampleSlot('cluster'), winMode: { kind: 'cluster', sizes: [5, 5] } },
      'winMode.sizes',
    ],
    [
      'a row that does not fit the sizes',
      { ...sampleSlot('anywhere'), winMode: { kind: 'anywhere', sizes: [3] } },
      'paytable.ace',
    ],
    ['unknown reels of free spins', withFeature(sound, 'free-spins', { strips: 'none' }), 'features.free-spins.strips'],
    [
      'a trigger that is no scatter',
      withFeature(sound, 'free-spins', { trigger: { symbol: 'ace', count: 3 } }),
      'features.free-spins.trigger.symbol',
    ],
    ['a pay beyond 31 bits', { ...sound, paytable: { ...sound.paytable, ace: [0, 3, 2 ** 31] } }, 'paytable.ace.2'],
    ['a factor beyond 16 bits', withWild([{ factor: 65_536, weight: 1 }]), 'symbols.0.multipliers'],
    ['no lines', { ...sound, winMode: { kind: 'lines', lines: [] } }, 'winMode.lines'],
    ['no version', { ...sound, version: 0 }, 'version'],
    ['a stake beyond 31 bits', { ...sound, stakes: [3 * 2 ** 31] }, 'stakes.0'],
    ['units beyond 31 bits', { ...sound, unitsPerStake: 2 ** 31, stakes: [2 ** 30] }, 'unitsPerStake'],
    ['a cap beyond 31 bits', { ...sound, maxWinTimesStake: 2 ** 31 }, 'maxWinTimesStake'],
    ['a code with a blank', { ...sound, code: 'two words' }, 'code'],
    [
      'a reel set with a name in capitals',
      { ...sound, strips: { ...sound.strips, FREE: sound.strips.base } },
      'strips.FREE',
    ],
    [
      'more than 500 free spins',
      withFeature(sound, 'free-spins', { spinsLimit: 501 }),
      'features.free-spins.spinsLimit',
    ],
    [
      'a multiplier beyond 16 bits',
      withFeature(sound, 'free-spins', { multiplier: 65_536 }),
      'features.free-spins.multiplier',
    ],
    ['a ladder with a 0', withFeature(sampleSlot('tumble'), 'tumble', { ladder: [1, 0] }), 'features.tumble.ladder'],
    ['a ladder without tumbles', withFeature(sound, 'free-spins', { ladder: [1, 2] }), 'features.free-spins.ladder'],
    [
      'a kept ladder without tumbles',
      withFeature(sound, 'free-spins', { keepsLadder: true }),
      'features.free-spins.keepsLadder',
    ],
    [
      'a coin beyond 31 bits',
      withFeature(holding, 'hold-and-win', { values: [{ pay: 2 ** 31, weight: 1 }] }),
      'features.hold-and-win.values',
    ],
    [
      'a prize beyond 31 bits',
      withFeature(sampleSlot('pick'), 'pick', { prizes: [{ pay: 2 ** 31, weight: 1 }] }),
      'features.pick.prizes',
    ],
    [
      'a full window beyond 31 bits',
      withFeature(holding, 'hold-and-win', { full: 2 ** 31 }),
      'features.hold-and-win.full',
    ],
    [
      'a landing of more than 2^32',
      withFeature(holding, 'hold-and-win', { landing: { chance: 1, of: 2 ** 32 + 1 } }),
      'features.hold-and-win.landing.of',
    ],
    [
      'a tier twice',
      withFeature(linked, 'jackpot-link', {
        tiers: [
          { tier: 'mega', chance: 1 },
          { tier: 'mega', chance: 2 },
        ],
      }),
      'features.jackpot-link.tiers.mega',
    ],
    ['a limit below one award', withFeature(sound, 'free-spins', { spinsLimit: 0 }), 'features.free-spins.spinsLimit'],
    ['a feature twice', { ...sound, features: [free, free] }, 'features.free-spins.kind'],
    [
      'a chance above one',
      { ...holding, features: [{ ...hold, landing: { chance: 4, of: 3 } }] },
      'features.hold-and-win.landing.chance',
    ],
    [
      'weights that are all 0',
      { ...holding, features: [{ ...hold, values: [{ pay: 1, weight: 0 }] }] },
      'features.hold-and-win.values',
    ],
    [
      'a scatter below sticky wilds',
      { ...sticky, strips: { ...sticky.strips, free: sticky.strips.base } },
      'strips.free',
    ],
    [
      'sticky wilds that tumble',
      { ...sticky, features: [...sticky.features, { kind: 'tumble', ladder: [1], limit: 2 }] },
      'symbols.1',
    ],
    [
      'a jackpot that the largest stake always hits',
      { ...linked, stakes: [3, 600] },
      'features.jackpot-link.tiers.mega',
    ],
    ['a stake that does not divide into units', { ...sound, unitsPerStake: 7 }, 'stakes.0'],
    ['no stakes', { ...sound, stakes: [] }, 'stakes'],
  ])('because of %s names the field and does not compile', (_, game, field) => {
    expect(fields(game)).toContain(field)
    expect(() => compile(game)).toThrow(`${game.code}: `)
  })
})

test('every sample machine can be played, and most find its cap out of reach', () => {
  for (const game of exactSlots)
    expect(new Set(fields(game).map((field) => field.split('.')[0]))).not.toContain('symbols')
})

test('the refusal names file and field of every fault of every machine', () => {
  const short = {
    ...sound,
    strips: { ...sound.strips, base: sound.strips.base.map(() => ['scatter', 'scatter', 'ace']) },
  }
  const falling = { ...sound, code: 'falling', paytable: { ...sound.paytable, ace: [0, 5, 3] } }
  const folder = 'src/domain/games/slot/machines'
  expect(() => refuseFaulty([sound])).not.toThrow()
  expect(() => refuseFaulty([sound, short])).toThrow(`${folder}/${sound.code}/strips.ts: strips.base.0: `)
  expect(() => refuseFaulty([short, falling])).toThrow(`\n${folder}/falling/game.ts: paytable.ace.2: 3 is less`)
})

describe('comp and jackpots against the edge', () => {
  test('are a fault at each level that leaves nothing', () => {
    const rates = { returnPpm: 961_004, compPpm: [5_000, 20_000, 30_000], jackpotPpm: 10_000 }
    expect(edgeFaults(rates).map(({ field }) => field)).toEqual(['compPpm.2'])
    expect(edgeFaults({ ...rates, jackpotPpm: 0 })).toEqual([])
    expect(edgeFaults({ ...rates, compPpm: [28_996] })).toHaveLength(1)
    expect(edgeFaults({ ...rates, compPpm: [28_995] })).toEqual([])
  })
})
