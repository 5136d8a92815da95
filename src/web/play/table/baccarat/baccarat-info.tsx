import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { BetTable } from '../bet-table.tsx'
import { InfoRules } from '../info-rules.tsx'
import type { TableSession } from '../table-session.ts'
import { useBaccaratTexts } from './baccarat-text.ts'

/** The bets of Baccarat and its rules. */
export function BaccaratInfo({ session, game }: { session: TableSession; game: TableGame }): ReactNode {
  const t = useTranslations('baccarat')
  const rule = useTranslations('baccarat.rules')
  const cards = useTranslations('cards')
  const texts = useBaccaratTexts()
  const hasCommission = game.spots.some(({ pays }) => pays.some(({ returns: [, denominator] }) => denominator === 20))
  const rules = [
    ...(['goal', 'natural', 'playerDraws', 'bankerDraws'] as const).map((key) => rule(key)),
    rule(hasCommission ? 'commission' : 'noCommission'),
    rule('tie'),
    rule('pairs'),
    cards('shoe'),
    cards('void'),
  ]
  return (
    <>
      <BetTable limits={session.limits} spots={game.spots} texts={texts} />
      <InfoRules rules={rules} keys={t('keys')} />
    </>
  )
}
