import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { BetTable } from '../bet-table.tsx'
import { InfoRules } from '../info-rules.tsx'
import type { TableSession } from '../table-session.ts'
import { useSicBoTexts } from './sic-bo-text.ts'

/** The bets of Sic Bo, each with odds, edge and limits, and its rules. */
export function SicBoInfo({ session, game }: { session: TableSession; game: TableGame }): ReactNode {
  const t = useTranslations('sicBo')
  const rule = useTranslations('sicBo.rules')
  const texts = useSicBoTexts()
  const rules = (['goal', 'sides', 'totals', 'singles', 'doubles', 'triples', 'series', 'void'] as const).map((key) =>
    rule(key),
  )
  return (
    <>
      <BetTable limits={session.limits} spots={game.spots} texts={texts} />
      <InfoRules rules={rules} keys={t('keys')} />
    </>
  )
}
