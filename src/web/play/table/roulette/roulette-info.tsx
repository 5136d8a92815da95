import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Spot, TableGame } from '#domain/games/table/table-game.ts'
import { BetTable } from '../bet-table.tsx'
import { InfoRules } from '../info-rules.tsx'
import type { TableSession } from '../table-session.ts'
import { betKindOf, betKinds, useRouletteTexts } from './roulette-text.ts'

const rules = ['goal', 'draw', 'inside', 'outside', 'zero', 'calls', 'void'] as const

/** The bets of Roulette by kind, and its rules. */
export function RouletteInfo({ session, game }: { session: TableSession; game: TableGame }): ReactNode {
  const t = useTranslations('roulette')
  const rule = useTranslations('roulette.rules')
  const texts = useRouletteTexts(game.spots)
  const ofKind = (spot: string) => game.spots.filter(({ code }) => betKindOf(code) === betKindOf(spot))
  // Bets of one kind have the same odds, edge and limits.
  const spots = betKinds.flatMap((kind): Spot[] =>
    game.spots.filter(({ code }) => betKindOf(code) === kind).slice(0, 1),
  )
  const group = (code: string) => {
    const text = t('group', { kind: t(`kind.${betKindOf(code)}`), count: ofKind(code).length })
    // In the middle of a spot's name kinds begin with a small letter.
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return (
    <>
      <BetTable limits={session.limits} spots={spots} texts={{ spot: group, odds: texts.odds }} />
      <InfoRules rules={rules.map((key) => rule(key))} keys={t('keys')} />
    </>
  )
}
