import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import type { TableNames } from '#domain/games/table/table-names.ts'
import { horses } from '#domain/games/table/virtual-horses/runners.ts'
import { virtualHounds } from '#domain/games/table/virtual-hounds/game.ts'
import { hounds } from '#domain/games/table/virtual-hounds/runners.ts'
import { intlLocale } from '#i18n/locales.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { KindTexts } from '../table-kind.ts'
import { betOf } from './race-bets.ts'

/** The name of a runner by its number, in the language of the page. */
export function useRunnerName(game: TableGame): (number: number) => string {
  const locale = useLocaleCode()
  const names: readonly TableNames[] = game.code === virtualHounds.code ? hounds : horses
  return (number) => names[number - 1]?.[locale] ?? String(number)
}

/** The texts of races. */
export function useRaceTexts(game: TableGame): KindTexts {
  const t = useTranslations('race')
  const locale = useLocaleCode()
  const name = useRunnerName(game)
  const figure = new Intl.NumberFormat(intlLocale[locale], { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const runner = (number = 0) => t('runner', { number: String(number), name: name(number) })
  return {
    spot(code) {
      const parsed = betOf(code)
      if (!parsed) return code
      const { bet, numbers } = parsed
      const [first] = numbers
      const runners = numbers.length === 1 ? runner(first) : numbers.join(bet === 'quinella' ? ' + ' : ' → ')
      return t('spot', { bet: t(`bet.${bet}`), runners })
    },
    odds({ pays: [rule] }) {
      const [numerator, denominator] = rule?.returns ?? [0, 1]
      return t('odds', { odds: figure.format(numerator / denominator) })
    },
    dealt: null,
    outcome(outcome) {
      if (outcome.kind !== 'race') throw new TypeError(`An outcome of ${outcome.kind} is none of a race.`)
      const [first, second, third] = outcome.order
      return {
        title: t('result', { runner: runner(first) }),
        sentence: t('sentence', { first: runner(first), second: runner(second), third: runner(third) }),
        name: runner(first),
        figures: outcome.order.slice(0, 3).join('-'),
        tone: 'gold',
      }
    },
  }
}
