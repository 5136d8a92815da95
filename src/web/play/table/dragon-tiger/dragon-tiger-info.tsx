import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { TableGame } from '#domain/games/table/table-game.ts'
import { BetTable } from '../bet-table.tsx'
import { InfoRules } from '../info-rules.tsx'
import type { TableSession } from '../table-session.ts'
import { useDragonTigerTexts } from './dragon-tiger-text.ts'

/** The bets of Dragon Tiger and its rules. */
export function DragonTigerInfo({ session, game }: { session: TableSession; game: TableGame }): ReactNode {
  const t = useTranslations('dragonTiger')
  const cards = useTranslations('cards')
  const texts = useDragonTigerTexts()
  const rules = [...(['goal', 'tie', 'suited'] as const).map((key) => t(`rules.${key}`)), cards('shoe'), cards('void')]
  return (
    <>
      <BetTable limits={session.limits} spots={game.spots} texts={texts} />
      <InfoRules rules={rules} keys={t('keys')} />
    </>
  )
}
