import type { OfficeTable } from '#contract/shared-round.ts'
import { amountFromWire } from '#domain/money.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { formatAmount } from '#web/office/kit/figures.ts'
import classes from '#web/office/kit/forms.module.css'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { useMe } from '#web/office/kit/use-office.ts'
import { useGameName } from './spot-name.ts'
import { CurrentRound, useTableState } from './table-facts.tsx'

/** One table: what it does now, and its settings, which are changed on the server only. */
export function TableDetail({ table, onBack }: { table: OfficeTable; onBack: () => void }): ReactNode {
  const t = useTranslations('office.sharedRound')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  const gameName = useGameName()
  const tableState = useTableState()
  const { round, series, settings } = table
  const money = (amount: string): string => formatAmount(amount, locale)
  const moment = (at: string | null): string => (at === null ? t('never') : formatMoment(at, timeZone))
  return (
    <>
      <DetailHead onBack={onBack} title={gameName(table.game)} />
      <Facts
        facts={[
          [t('name'), table.name],
          [t('brand'), table.brand],
          [t('state'), tableState(table)],
          round === null
            ? null
            : [
                t('round'),
                <Link key="round" href={`/tables/${round.id}`}>
                  <CurrentRound table={table} />
                </Link>,
              ],
          series === null ? null : [t('phase'), `${t(`phases.${series.phase}`)} (${series.firstLink})`],
          [t('stakes'), `${money(table.staked)} · ${t('stakesOf', { members: table.members })}`],
          [
            t('used'),
            t('usedOf', {
              used: money(table.owed),
              exposure: money(settings.exposure),
              percent: percentOf(table.owed, settings.exposure),
            }),
          ],
          [t('lease'), t(`leases.${table.lease}`)],
          table.leaseUntil === null ? null : [t('leaseUntil'), moment(table.leaseUntil)],
          [t('watchedAt'), moment(table.watchedAt)],
        ]}
      />
      <div className={classes.body}>
        <h3 className={classes.label}>{t('settings')}</h3>
        <Text size="sm" c="dimmed">
          {t('settingsNote')}
        </Text>
      </div>
      <Facts
        facts={[
          [t('betSeconds'), t('seconds', { seconds: settings.betSeconds })],
          [t('leastStake'), money(settings.leastStake)],
          [t('mostStake'), money(settings.mostStake)],
          [t('exposure'), money(settings.exposure)],
          [t('chips'), settings.chips.map(money).join(' · ')],
        ]}
      />
    </>
  )
}

/** The part in whole percent, rounded up: 0 only where nothing is used. */
function percentOf(part: string, whole: string): number {
  const [used, all] = [amountFromWire(part) ?? 0n, amountFromWire(whole) ?? 0n]
  return all === 0n ? 0 : Number((used * 100n + all - 1n) / all)
}
