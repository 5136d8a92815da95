import { useTranslations } from 'use-intl/react'
import type { WireTableLimits } from '#contract/table.ts'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { formatPercent } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { pocketsOf } from './roulette-text.ts'

/** The calls that stand inside the racetrack, from the zero on. */
export const sections = ['zero-game', 'voisins', 'orphelins', 'tiers'] as const

/** A call in words: its name, its label, and chips, numbers and edge. Null for a code that is no call. */
export function useCallTexts(
  game: TableGame,
  limits: WireTableLimits,
): (code: string) => { name: string; label: string; facts: string } | null {
  const t = useTranslations('roulette')
  const locale = useLocaleCode()
  return (code) => {
    const call = game.calls.find((one) => one.code === code)
    if (!call) return null
    const section = sections.find((one) => one === code)
    const name = section ? t(`call.${section}`) : t('call.neighbours', { pocket: code.slice('neighbours-'.length) })
    const spots = call.chips.flatMap(({ spot }) => game.spots.filter((one) => one.code === spot))
    const numbers = [...new Set(spots.flatMap((spot) => pocketsOf(spot)))]
      .toSorted((one, other) => one - other)
      .join('·')
    const count = call.chips.reduce((sum, chip) => sum + chip.count, 0)
    // Every bet of the layout has the same edge, so a call has it too.
    const edge = formatPercent(limits.spots[0]?.edge ?? '0', locale)
    return {
      name,
      label: t('callLabel', { call: name, count, numbers, edge }),
      facts: t('callFacts', { count, numbers, edge }),
    }
  }
}
