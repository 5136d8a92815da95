import type { Game } from '#domain/games/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'

/** Data files at the edge of `docs/fairness.md`, section 2: those that each break one rule, and sound ones that look odd. */

/** A text that is no data file; `field` is what `readGameData` names, null where it reads the data but for the text's form. */
export type BrokenFile = { rule: string; field: string | null; text: string }

const star = { symbol: 'star', count: 3 }
const strip = ['ace', 'ten', 'star', 'coin', 'veil', 'wild', 'ace']
const only = ['ace', 'ten', 'wild']
const strips = { base: [strip, strip, strip], free: [only, only, only] }

/** A machine with every feature that goes with tumbles. */
export const falling: Game = {
  code: 'edge-falling',
  version: 1,
  grid: { reels: 3, rows: 2 },
  symbols: [
    { id: 'wild', kind: 'wild', multipliers: [{ factor: 2, weight: 1 }] },
    { id: 'star', kind: 'scatter' },
    { id: 'ace', kind: 'ordinary' },
    { id: 'ten', kind: 'ordinary' },
    { id: 'coin', kind: 'coin' },
    { id: 'veil', kind: 'mystery', becomes: [{ symbol: 'ten', weight: 1 }] },
  ],
  strips,
  paytable: { wild: [0, 1, 9], star: [0, 1, 2], ace: [0, 2, 5], ten: [0, 0, 3] },
  winMode: {
    kind: 'lines',
    lines: [
      [0, 0, 0],
      [1, 1, 1],
    ],
  },
  features: [
    { kind: 'tumble', ladder: [1, 2], limit: 3 },
    {
      kind: 'free-spins',
      trigger: star,
      spins: 2,
      multiplier: 2,
      strips: 'free',
      spinsLimit: 4,
      ladder: [2],
      keepsLadder: true,
    },
    {
      kind: 'hold-and-win',
      trigger: { symbol: 'coin', count: 2 },
      respins: 2,
      landing: { chance: 1, of: 4 },
      values: [{ pay: 3, weight: 1 }],
      full: 9,
    },
    { kind: 'pick', trigger: star, picks: 2, prizes: [{ pay: 4, weight: 1 }] },
    { kind: 'jackpot-link', of: 1000, tiers: [{ tier: 'mega', chance: 20 }] },
  ],
  unitsPerStake: 2,
  stakes: [10, 50],
  maxWinTimesStake: 100,
}

/** A machine whose wilds walk and stick; mystery symbols come under those that are held. */
export const walking: Game = {
  ...falling,
  code: 'edge-walking',
  symbols: falling.symbols.map((symbol) => (symbol.kind === 'wild' ? { id: 'wild', kind: 'wild' } : symbol)),
  strips: {
    ...strips,
    free: [
      ['ace', 'veil', 'wild'],
      ['veil', 'ten', 'wild'],
      ['ten', 'veil', 'ace'],
    ],
    walk: [only, only, only],
  },
  features: [
    { kind: 'walking-wilds', strips: 'walk', limit: 3 },
    {
      kind: 'free-spins',
      trigger: { symbol: 'star', count: 1 },
      spins: 3,
      multiplier: 1,
      strips: 'free',
      spinsLimit: 3,
      wilds: 'sticky',
      expanding: [{ symbol: 'ace', weight: 1 }],
    },
  ],
}

/** The data with the value at a path, such as `grid.rows`, replaced; without a value, the key is left out. */
function changed(data: unknown, path: string, value?: unknown): unknown {
  const copy = JSON.parse(JSON.stringify(data)) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  const place = keys.reduce((inner, key) => inner[key] as Record<string, unknown>, copy)
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

type Change = readonly [path: string, value?: unknown, field?: string]

const tooLong = 'a'.repeat(61)
const ordinary = { id: 'more', kind: 'ordinary' }
const symbolsAnd = (...more: object[]): object[] => [...falling.symbols, ...more]
const heavy = [1, 2].map(() => ({ symbol: 'ten', weight: 2 ** 31 }))

const ofNames: readonly Change[] = [
  ['code'],
  ['extra', 1],
  ['code', ''],
  ['code', 'Edge'],
  ['code', tooLong],
  ['version', 0],
  ['version', '1'],
  ['grid.rows', 0, 'grid'],
  ['grid.rows', 22, 'grid'],
  ['grid.layers', 1],
  ['unitsPerStake', 0],
  ['unitsPerStake', 3, 'stakes.0'],
  ['stakes', []],
  ['stakes', [10, 0], 'stakes.1'],
  ['maxWinTimesStake', 0],
  ['maxWinTimesStake', 2 ** 31],
]

const ofSymbols: readonly Change[] = [
  ['symbols', [], 'strips.base.0'],
  ['symbols', symbolsAnd(...Array.from({ length: 27 }, (_, index) => ({ ...ordinary, id: `s${index}` })))],
  ['symbols.3.id', 'ace'],
  ['symbols.2.id', 'Ace'],
  ['symbols.2.id', ''],
  ['symbols.2.kind', 'sticker'],
  ['symbols.2.expands', true],
  ['symbols.0.expands', 1],
  ['symbols.0.multipliers', []],
  ['symbols.0.multipliers.0.weight', 0, 'symbols.0.multipliers'],
  ['symbols.0.multipliers.0.factor', 0, 'symbols.0.multipliers'],
  ['symbols.0.multipliers.0.factor', 65536, 'symbols.0.multipliers'],
  ['symbols.5.becomes', []],
  ['symbols.5.becomes.0.symbol', 'coin', 'symbols.5.becomes'],
  ['symbols.5.becomes', [...heavy, { symbol: 'ten', weight: 1 }]],
  ['symbols', symbolsAnd({ id: 'more', kind: 'wild' })],
  ['symbols', symbolsAnd({ id: 'more', kind: 'scatter' })],
  ['symbols', symbolsAnd({ id: 'more', kind: 'coin' })],
  ['symbols', symbolsAnd({ ...falling.symbols[5], id: 'more' })],
  ['symbols.0', { id: 'wild', kind: 'book' }, 'symbols'],
  ['strips.base'],
  ['strips.base', [strip, strip]],
  ['strips.base.1', ['ace']],
  ['strips.base.1', ['ace', 'nothing', 'ten']],
  ['strips.Free', [strip, strip, strip]],
]

const ofWins: readonly Change[] = [
  ['paytable.nothing', [1]],
  ['paytable.coin', [1]],
  ['paytable.veil', [1]],
  ['paytable.ace.1', 2 ** 31],
  ['paytable.ace', 5],
  ['winMode.kind', 'diagonal'],
  ['winMode.sizes', [3]],
  ['winMode.lines', []],
  ['winMode.lines.0', [0, 0]],
  ['winMode.lines.0', [0, 2, 0]],
  ['winMode', { kind: 'ways' }, 'strips.base.0'],
  ['winMode', { kind: 'anywhere', sizes: [3, 4, 5] }, 'symbols'],
  ['winMode', { kind: 'cluster', sizes: [] }, 'winMode.sizes'],
  ['winMode', { kind: 'cluster', sizes: [0, 4, 5] }, 'winMode.sizes'],
  ['winMode', { kind: 'cluster', sizes: [3, 3, 5] }, 'winMode.sizes'],
  ['winMode', { kind: 'cluster', sizes: [3, 4] }, 'paytable.ace'],
]

const ofFeatures: readonly Change[] = [
  ['features.0.kind', 'gamble'],
  ['features.0.extra', 1],
  ['features.4', { kind: 'tumble', ladder: [1], limit: 1 }, 'features.tumble.kind'],
  ['features.0.ladder', [], 'features.tumble.ladder'],
  ['features.0.ladder.1', 0, 'features.tumble.ladder'],
  ['features.0.ladder.1', 65536, 'features.tumble.ladder'],
  ['features.0.limit', 0, 'features.tumble.ladder'],
  ['features.0.limit', 501, 'features.tumble.limit'],
  ['features.1.trigger.symbol', 'coin', 'features.free-spins.trigger.symbol'],
  ['features.1.trigger.count', 0, 'features.free-spins.spins'],
  ['features.1.spins', 0, 'features.free-spins.spins'],
  ['features.1.spinsLimit', 1, 'features.free-spins.spinsLimit'],
  ['features.1.spinsLimit', 501, 'features.free-spins.spinsLimit'],
  ['features.1.multiplier', 0, 'features.free-spins.multiplier'],
  ['features.1.multiplier', 65536, 'features.free-spins.multiplier'],
  ['features.1.strips', 'nothing', 'features.free-spins.strips'],
  ['features.1.ladder', [], 'features.free-spins.ladder'],
  ['features.1.keepsLadder', 1],
  ['features.1.wilds', 'walking'],
  ['features.2.trigger.symbol', 'star', 'features.hold-and-win.trigger.symbol'],
  ['features.2.trigger.count', 0, 'features.hold-and-win.respins'],
  ['features.2.respins', 501, 'features.hold-and-win.respins'],
  ['features.2.landing.of', 0, 'features.hold-and-win.landing.of'],
  ['features.2.landing.of', 2 ** 32 + 1, 'features.hold-and-win.landing.of'],
  ['features.2.landing.chance', 5, 'features.hold-and-win.landing.chance'],
  ['features.2.values', [], 'features.hold-and-win.values'],
  ['features.2.values.0.pay', 2 ** 31, 'features.hold-and-win.values'],
  ['features.2.full', 2 ** 31, 'features.hold-and-win.full'],
  ['features.3.trigger.symbol', 'ace', 'features.pick.trigger.symbol'],
  ['features.3.picks', 501, 'features.pick.picks'],
  ['features.3.prizes.0.pay', 2 ** 31, 'features.pick.prizes'],
  ['features.4.of', 2 ** 32 + 1, 'features.jackpot-link.of'],
  ['features.4.tiers', [], 'features.jackpot-link.of'],
  ['features.4.tiers.0.tier', 'grand'],
  ['features.4.tiers.0.chance', 0, 'features.jackpot-link.tiers.mega'],
  ['features.4.tiers.0.chance', 21, 'features.jackpot-link.tiers.mega'],
  ['features.4.tiers', [1, 2].map(() => ({ tier: 'mega', chance: 1 })), 'features.jackpot-link.tiers.mega'],
  ['features.1.expanding', [{ symbol: 'ace', weight: 1 }], 'symbols.0'],
  ['symbols.0', { id: 'wild', kind: 'wild', expands: true }, 'symbols.0'],
]

/** On the machine with walking wilds: combinations that do not occur, and what those features need. */
const ofWalking: readonly Change[] = [
  ['features.2', { kind: 'tumble', ladder: [1], limit: 1 }, 'symbols.0'],
  ['features.1.ladder', [1], 'features.free-spins.ladder'],
  ['features.1.keepsLadder', true, 'features.free-spins.keepsLadder'],
  ['features.1.expanding.0.symbol', 'star', 'features.free-spins.expanding'],
  ['winMode', { kind: 'cluster', sizes: [3, 4, 5] }, 'features.free-spins.expanding'],
  ['symbols.0.multipliers', [{ factor: 2, weight: 1 }], 'symbols.0'],
  ['symbols.0', { id: 'wild', kind: 'ordinary' }, 'features'],
  ['strips.free.0.0', 'star', 'strips.free'],
  ['strips.walk.0.0', 'veil', 'strips.walk'],
  ['features.0.strips', 'nothing', 'features.walking-wilds.strips'],
  ['features.0.limit', 501, 'features.walking-wilds.limit'],
]

/** Texts of sound data in another form than the canonical one. */
function otherForms(): BrokenFile[] {
  const text = canonicalJson(falling)
  const forms = {
    'a line break at the end': `${text}\n`,
    'a blank': text.replace(':', ': '),
    'keys in another order': JSON.stringify(falling),
    'a fraction of 0': text.replace('"version":1', '"version":1.0'),
    'an exponent': text.replace('"version":1', '"version":1e0'),
    'an escaped letter': text.replace('"ace"', String.raw`"\u0061ce"`),
    'a key twice': text.replace('{"code"', '{"code":"edge-falling","code"'),
  }
  return Object.entries(forms).map(([rule, form]) => ({ rule, field: null, text: form }))
}

function brokenBy(game: Game, changes: readonly Change[]): BrokenFile[] {
  return changes.map(([path, value, field = path]) => ({
    rule: `${game.code} ${path} ${JSON.stringify(value ?? 'missing').slice(0, 60)}`,
    field,
    text: canonicalJson(changed(game, path, value)),
  }))
}

export const brokenFiles: readonly BrokenFile[] = [
  ...brokenBy(falling, [...ofNames, ...ofSymbols, ...ofWins, ...ofFeatures]),
  ...brokenBy(walking, ofWalking),
  // A stake that divides into 2^31 units.
  ...brokenBy({ ...walking, code: 'edge-large', stakes: [2 ** 27] }, [
    ['unitsPerStake', 2 ** 31],
    ['stakes', [2 ** 31], 'stakes.0'],
  ]),
  ...otherForms(),
]

const odd = (code: string, path: string, value: unknown): Game =>
  changed(changed(falling, 'code', code), path, value) as Game

/** Sound data that look odd: what section 2 allows although a reader may doubt it. */
export const oddGames: readonly Game[] = [
  falling,
  walking,
  odd('odd-zero-pays', 'features.3.prizes.0.pay', 0),
  odd('odd-zero-values', 'features.2.values.0.pay', 0),
  odd('odd-zero-chance', 'features.2.landing.chance', 0),
  odd('odd-zero-full', 'features.2.full', 0),
  odd('odd-long-rows', 'paytable', { wild: [0, 1, 9, 700], star: [0, 1, 2, 3, 4, 5, 6, 700], ace: [0, 2, 5, 700] }),
  odd('odd-empty-rows', 'paytable', { star: [], ace: [], ten: [0, 0, 3] }),
  { ...walking, code: 'odd-large-stake', unitsPerStake: 2 ** 31 - 1, stakes: [2 ** 31 - 1] },
  odd('odd-stakes', 'stakes', [50, 10, 50]),
  odd('odd-weights', 'symbols.5.becomes', [...heavy]),
  odd(
    'odd-same-values',
    'features.3.prizes',
    [1, 2].map(() => ({ pay: 4, weight: 1 })),
  ),
  odd('odd-trigger', 'features.2.trigger.count', 7),
  odd('odd-unused-set', 'strips.unused', [only, only, only]),
  odd('odd-short-strips', 'strips.base', [strip, ['ace', 'ten'], ['wild', 'wild']]),
]
