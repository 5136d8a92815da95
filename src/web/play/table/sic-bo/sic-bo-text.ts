import { useTranslations } from 'use-intl/react'
import type { SicBoOutcome, TableOutcome } from '#domain/games/table/outcome.ts'
import type { Spot } from '#domain/games/table/table-game.ts'
import { oddsOf } from '../odds.ts'
import type { KindTexts, OutcomeTexts, Tone } from '../table-kind.ts'

/** What a throw counts as: big and small by its total, or a triple, which is neither. */
export type Size = 'big' | 'small' | 'triple'

export const sizeTones = { big: 'red', small: 'blue', triple: 'gold' } as const satisfies Record<Size, Tone>

export function totalOf({ dice }: Pick<SicBoOutcome, 'dice'>): number {
  return dice[0] + dice[1] + dice[2]
}

export function sizeOf({ dice }: Pick<SicBoOutcome, 'dice'>): Size {
  if (dice[0] === dice[1] && dice[1] === dice[2]) return 'triple'
  return totalOf({ dice }) > 10 ? 'big' : 'small'
}

/** The name of a spot in the language of the page; its code where it is none of Sic Bo. */
function useSpotName(): (code: string) => string {
  const t = useTranslations('sicBo.spot')
  return (code) => {
    if (code === 'small' || code === 'big' || code === 'odd' || code === 'even') return t(code)
    if (code === 'any-triple') return t('anyTriple')
    const [kind, first = '', second = ''] = code.split('-')
    switch (kind) {
      case 'total':
        return t('total', { total: first })
      case 'single':
      case 'double':
      case 'triple':
        return t(kind, { face: first })
      case 'pair':
        return t('pair', { low: first, high: second })
      default:
        return code
    }
  }
}

/** The texts of Sic Bo. */
export function useSicBoTexts(): KindTexts {
  const t = useTranslations('sicBo')
  const spot = useSpotName()
  return {
    spot,
    odds: oddsText,
    dealt: t('dealt'),
    outcome(outcome: TableOutcome): OutcomeTexts {
      if (outcome.kind !== 'sic-bo') throw new TypeError(`An outcome of ${outcome.kind} is none of Sic Bo.`)
      const size = sizeOf(outcome)
      const total = totalOf(outcome)
      const name = t(`size.${size}`)
      const parity = spot(total % 2 === 0 ? 'even' : 'odd')
      const dice = outcome.dice.join(', ')
      const title = size === 'triple' ? t('titleTriple', { total, name }) : t('title', { total, name, parity })
      return {
        title,
        sentence: t('sentence', { dice, title }),
        name: `${total} ${name}`,
        figures: outcome.dice.join('·'),
        tone: sizeTones[size],
      }
    },
  }
}

/** What a spot pays, each odds once, the lowest first: `1:1`, of a single `1:1 · 2:1 · 3:1`. */
export function oddsText(spot: Spot): string {
  const all = oddsOf(spot).map(({ odds }) => odds)
  return [...new Set(all)].toSorted((one, other) => Number.parseFloat(one) - Number.parseFloat(other)).join(' · ')
}
