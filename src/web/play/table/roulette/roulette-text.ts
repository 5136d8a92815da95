import { useTranslations } from 'use-intl/react'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { redPockets } from '#domain/games/table/roulette/spots.ts'
import type { Spot } from '#domain/games/table/table-game.ts'
import { oddsOf } from '../odds.ts'
import type { KindTexts, OutcomeTexts, Tone } from '../table-kind.ts'
import { evenChances } from './layout.ts'

export type PocketColor = 'red' | 'black' | 'green'

/** The colour of a pocket. */
export function colorOf(pocket: number): PocketColor {
  if (pocket === 0) return 'green'
  return redPockets.has(pocket) ? 'red' : 'black'
}

const tones = { red: 'red', black: 'grey', green: 'jade' } as const satisfies Record<PocketColor, Tone>

/** The bets that have a name by their numbers, as their codes begin; `even` are the even chances. */
export const betKinds = [
  'straight',
  'split',
  'street',
  'trio',
  'corner',
  'first-four',
  'six-line',
  'dozen',
  'column',
  'even',
] as const
export type BetKind = (typeof betKinds)[number]

/** What kind of bet a spot is. */
export function betKindOf(code: string): BetKind {
  return betKinds.find((kind) => kind !== 'even' && code.startsWith(kind)) ?? 'even'
}

/** The pockets that a spot covers. */
export function pocketsOf({ pays }: Spot): number[] {
  return pays.flatMap(({ when }) => when.map((mark) => Number(mark.slice('pocket-'.length))))
}

/** Numbers as a text: `1–12` where they follow each other and are many, otherwise each, or the first and the last of very many. */
function numbersText(numbers: readonly number[]): string {
  const [first = 0] = numbers
  const isRow = numbers.length > 3 && numbers.every((number, index) => number === first + index)
  if (isRow) return `${first}–${first + numbers.length - 1}`
  return numbers.length > 6 ? `${numbers.slice(0, 2).join('·')}…${numbers.at(-1)}` : numbers.join('·')
}

/** The texts of a pocket: its colour, and whether it is even and high. */
export function usePocketTexts(): { color: (pocket: number) => string; title: (pocket: number) => string } {
  const t = useTranslations('roulette')
  const color = (pocket: number) => t(`color.${colorOf(pocket)}`)
  return { color, title: (pocket) => t('title', { pocket: String(pocket), color: color(pocket) }) }
}

/** The texts of Roulette. */
export function useRouletteTexts(spots: readonly Spot[]): KindTexts {
  const t = useTranslations('roulette')
  const pocketTexts = usePocketTexts()
  return {
    spot(code) {
      const even = evenChances.find((one) => one === code)
      if (even) return t(`spot.${even}`)
      const spot = spots.find((one) => one.code === code)
      const kind = betKindOf(code)
      if (!spot || kind === 'even') return code
      return t('spot.numbered', { numbers: numbersText(pocketsOf(spot)), kind: t(`kind.${kind}`) })
    },
    odds: (spot) => oddsOf(spot)[0]?.odds ?? '',
    dealt: t('dealt'),
    outcome(outcome: TableOutcome): OutcomeTexts {
      if (outcome.kind !== 'roulette') throw new TypeError(`An outcome of ${outcome.kind} is none of Roulette.`)
      const { pocket } = outcome
      const color = pocketTexts.color(pocket)
      const facts = {
        parity: t(pocket % 2 === 0 ? 'short.even' : 'short.odd'),
        half: t(pocket <= 18 ? 'short.low' : 'short.high'),
      }
      return {
        title: pocketTexts.title(pocket),
        sentence:
          pocket === 0
            ? t('sentence', { pocket: '0', color })
            : t('sentenceFacts', { pocket: String(pocket), color, ...facts }),
        name: color,
        figures: String(pocket),
        tone: tones[colorOf(pocket)],
      }
    },
  }
}
