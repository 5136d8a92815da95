import { useTranslations } from 'use-intl/react'
import { amountOfUnits } from '#domain/games/round.ts'
import type { Game } from '#domain/games/game.ts'
import type { Amount } from '#domain/money.ts'
import { unbroken } from '#web/shared/format.ts'
import { useMoney } from '#web/play/kit/money.ts'
import type { MachineRule } from './machine-rules.ts'

/** The title and the text of a rule at the current stake. */
export function useRuleText(game: Game, stake: Amount): (rule: MachineRule) => { title: string; text: string } {
  const t = useTranslations('slot.rules')
  const feature = useTranslations('slot.feature')
  const money = useMoney()
  return ({ key, values, units, features }) => {
    const given = {
      ...values,
      ...(units !== undefined && { amount: unbroken(money(amountOfUnits(units, stake, game.unitsPerStake))) }),
      ...(features && { feature: features.map((kind) => feature(kind)).join(' · ') }),
    }
    // Each rule brings the arguments of its own two messages.
    const translate = t as unknown as (name: string, values: Record<string, string | number>) => string
    return { title: translate(`${key}.title`, given), text: translate(`${key}.text`, given) }
  }
}
