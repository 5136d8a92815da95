import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { formatPercent, unbroken } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useChipText } from '../chip.tsx'
import { amountOf } from '../stakes.ts'
import type { SpotsProps } from '../table-kind.ts'
import style from './race-spots.module.css'

/** Edge and limits of a spot. `name`: of one that is not shown right beside them. */
export function RaceFacts(props: Pick<SpotsProps, 'limits'> & { code: string; name?: string }): ReactNode {
  const { limits, code, name } = props
  const t = useTranslations('table.bet')
  const short = useChipText()
  const locale = useLocaleCode()
  const limit = limits.spots.find(({ spot }) => spot === code)
  if (!limit) return null
  return (
    <p className={style.facts} aria-hidden={name !== undefined || undefined}>
      {name !== undefined && <b>{name}</b>} {unbroken(t('edge', { edge: formatPercent(limit.edge, locale) }))} ·{' '}
      {short(amountOf(limits.leastStake))}–{short(amountOf(limit.most))}
    </p>
  )
}
