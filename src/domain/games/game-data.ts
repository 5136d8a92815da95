import type { Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { isCount, isObject, readObject } from './pasted-text.ts'
import { sha256Hex } from './sha256.ts'
import { structureFaults, type Fault } from './slot/structure.ts'

/**
 * The data of a game in a pasted text: `docs/fairness.md`, section 2. The text need not be canonical; `mathHash` is that
 * of its canonical form.
 */

export type ReadGameData = { kind: 'data'; game: Game; mathHash: string } | { kind: 'fault'; fault: Fault }

/** The data in a text, or their first fault; null when the text is something else, as the record of a round. */
export function readGameData(text: string): ReadGameData | null {
  const found = readObject(text)
  if (found === null || !('strips' in found || 'winMode' in found) || 'mathHash' in found) return null
  const [fault] = gameShape(found, '')
  if (fault) return { kind: 'fault', fault }
  const data = found as unknown as Game
  // No key of a text names what every object inherits.
  const game: Game = { ...data, strips: withoutPrototype(data.strips), paytable: withoutPrototype(data.paytable) }
  const [first] = structureFaults(game)
  return first ? { kind: 'fault', fault: first } : { kind: 'data', game, mathHash: mathHashOf(game, sha256Hex) }
}

function withoutPrototype<Value extends object>(value: Value): Value {
  return Object.assign(Object.create(null) as Value, value)
}

/** The faults of a value's form: its types and its keys. What the values mean is left to `structureFaults`. */
type Shape = (value: unknown, field: string) => Fault[]

const shape =
  (fits: (value: unknown) => boolean, fault: string): Shape =>
  (value, field) =>
    fits(value) ? [] : [{ field, fault }]

const number = shape(isCount, 'is not a whole number')
const text = shape((value) => typeof value === 'string', 'is not a text')
const isTrue = shape((value) => value === true, 'is not true')
const oneOf = (...texts: readonly string[]): Shape =>
  shape((value) => typeof value === 'string' && texts.includes(value), `is none of ${texts.join(', ')}`)

const at = (field: string, key: string | number): string => (field === '' ? String(key) : `${field}.${key}`)

function list(item: Shape): Shape {
  return (value, field) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => item(one, at(field, index)))
      : [{ field, fault: 'is not a list' }]
}

function record(item: Shape): Shape {
  return (value, field) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => item(one, at(field, key)))
      : [{ field, fault: 'is not an object' }]
}

type Keys = Readonly<Record<string, Shape>>

function object(keys: Keys, optional: Keys = {}): Shape {
  return (value, field) => {
    if (!isObject(value)) return [{ field, fault: 'is not an object' }]
    const all = { ...keys, ...optional }
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(all, key))
    return [
      ...unknown.map((key) => ({ field: at(field, key), fault: 'is an unknown key' })),
      ...Object.entries(all).flatMap(([key, item]) => {
        if (Object.hasOwn(value, key)) return item(value[key], at(field, key))
        return key in optional ? [] : [{ field: at(field, key), fault: 'is missing' }]
      }),
    ]
  }
}

/** An object whose `kind` says which further keys it has. */
function kinds(of: Readonly<Record<string, readonly [keys: Keys, optional?: Keys]>>): Shape {
  return (value, field) => {
    const kind = isObject(value) ? value['kind'] : undefined
    if (typeof kind !== 'string' || !Object.hasOwn(of, kind)) return [{ field: at(field, 'kind'), fault: 'is unknown' }]
    const [keys, optional] = of[kind] ?? [{}]
    return object({ kind: text, ...keys }, optional)(value, field)
  }
}

const weighted = (key: string, item: Shape): Shape => list(object({ weight: number, [key]: item }))
const trigger = object({ symbol: text, count: number })

const gameShape = object({
  code: text,
  version: number,
  grid: object({ reels: number, rows: number }),
  symbols: list(
    kinds({
      ordinary: [{ id: text }],
      wild: [{ id: text }, { expands: isTrue, multipliers: weighted('factor', number) }],
      scatter: [{ id: text }],
      book: [{ id: text }],
      coin: [{ id: text }],
      mystery: [{ id: text, becomes: weighted('symbol', text) }],
    }),
  ),
  strips: (value, field) => [
    ...record(list(list(text)))(value, field),
    ...(isObject(value) && Object.hasOwn(value, 'base') ? [] : [{ field: 'strips.base', fault: 'is missing' }]),
  ],
  paytable: record(list(number)),
  winMode: kinds({
    lines: [{ lines: list(list(number)) }],
    ways: [{}],
    cluster: [{ sizes: list(number) }],
    anywhere: [{ sizes: list(number) }],
  }),
  features: list(
    kinds({
      tumble: [{ ladder: list(number), limit: number }],
      'hold-and-win': [
        {
          trigger,
          respins: number,
          landing: object({ chance: number, of: number }),
          values: weighted('pay', number),
          full: number,
        },
      ],
      pick: [{ trigger, picks: number, prizes: weighted('pay', number) }],
      'walking-wilds': [{ strips: text, limit: number }],
      'free-spins': [
        { trigger, spins: number, multiplier: number, strips: text, spinsLimit: number },
        {
          ladder: list(number),
          keepsLadder: isTrue,
          wilds: oneOf('sticky'),
          expanding: weighted('symbol', text),
        },
      ],
      'jackpot-link': [{ of: number, tiers: list(object({ tier: oneOf('mega', 'major', 'minor'), chance: number })) }],
    }),
  ),
  unitsPerStake: number,
  stakes: list(number),
  maxWinTimesStake: number,
})
