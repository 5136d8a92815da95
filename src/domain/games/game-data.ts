import { at, isTrue, list, number, object, oneOf, record, text, type Keys, type Shape } from './data-shape.ts'
import type { Game } from './game.ts'
import { mathHashOf } from './math-hash.ts'
import { isObject, readObject } from './pasted-text.ts'
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
