import type { StatementEntry } from '#contract/statement.ts'
import { Button } from '#web/shared/button.tsx'
import { formatSecond } from '#web/shared/format.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { useErrorMessage } from '#web/shared/states.tsx'
import { toast } from '#web/shared/toasts.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { exactNumber } from '#web/member/kit/exact-number.ts'
import { usePage } from '#web/member/page-data.ts'
import { PagedList } from '#web/member/kit/paged-list.tsx'
import { lastMonths, periodOf, periodOfMonth, presets } from './periods.ts'
import style from './statement.module.css'
import { useStatement, useStatementFile, type Period } from './use-statement.ts'

/** Every movement of the member's money in a period, with totals and downloads. */
export function Statement(): ReactNode {
  const t = useTranslations('statement')
  const { timeZone } = usePage().site.brand
  const [chosen, setChosen] = useState<string>('week')
  const [skip, setSkip] = useState(0)
  const [now] = useState(() => new Date())
  const preset = presets.find((one) => one === chosen)
  const period = preset === undefined ? periodOfMonth(chosen) : periodOf(preset, now, timeZone)
  const query = useStatement(period, skip)
  const choose = (next: string) => {
    setChosen(next)
    setSkip(0)
  }
  const months = lastMonths(now, timeZone)
  return (
    <>
      <div className={style.choices}>
        <fieldset className={style.presets}>
          <legend className="visually-hidden">{t('period')}</legend>
          {presets.map((one) => (
            <button
              key={one}
              type="button"
              className={style.preset}
              aria-pressed={chosen === one}
              onClick={() => choose(one)}
            >
              {t(one)}
            </button>
          ))}
        </fieldset>
        <SelectField
          label={t('pick')}
          value={preset === undefined ? chosen : ''}
          onChange={(month) => month !== '' && choose(month)}
          options={[{ value: '', label: '-' }, ...months.map((month) => ({ value: month, label: month }))]}
        />
      </div>
      <p className={`${style.period} money`}>
        {period.from} – {period.to}
        {query.data && <span>{t('count', { count: query.data.maxCount })}</span>}
      </p>
      {/* Without entries there are no totals. */}
      {(query.data !== undefined || query.error === null) && (
        <>
          <Sums data={query.data} />
          <Downloads period={period} />
        </>
      )}
      <PagedList
        query={query}
        rowsOf={(data) => data.entries}
        awaited={{ rows: 6, height: 58 }}
        picture="requests"
        none={t('none')}
        skip={skip}
        onSkip={setSkip}
      >
        {(entries) => (
          <ul className={style.entries}>
            {entries.map((entry, index) => (
              // Entries have no id; they never change and keep their position.
              // oxlint-disable-next-line react/no-array-index-key
              <EntryLine key={`${skip + index} ${entry.date}`} entry={entry} />
            ))}
          </ul>
        )}
      </PagedList>
      <p className={style.hint}>{t('unseen')}</p>
    </>
  )
}

function Sums({ data }: { data: ReturnType<typeof useStatement>['data'] }): ReactNode {
  const t = useTranslations('statement')
  const locale = useLocaleCode()
  if (data === undefined) return <Skeleton height={76} />
  const { opening, closing, totals } = data
  const sums = [
    ['opening', opening.balance],
    ['in', totals.in],
    ['out', totals.out],
    ['closing', closing.balance],
  ] as const
  const others = [
    ['held', closing.held],
    ['inPlay', closing.inPlay],
    ['comp', closing.rolling],
  ] as const
  return (
    <dl className={`${style.sums} money`}>
      {[...sums, ...others.filter(([, amount]) => amount !== '0')].map(([key, amount]) => (
        <div key={key} data-sum={key}>
          <dt>{t(key)}</dt>
          <dd>{exactNumber(amount, locale)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Downloads({ period }: { period: Period }): ReactNode {
  const t = useTranslations('statement')
  const errorMessage = useErrorMessage()
  const file = useStatementFile()
  const save = async (format: 'csv' | 'pdf') => {
    try {
      const answer = await file.mutateAsync({ ...period, format })
      if (answer.status === 'success') toast(t('saved'), 'success')
      else toast(answer.status === 'many' ? t('tooMany', { most: answer.most }) : t('badPeriod'), 'danger')
    } catch (error) {
      toast(errorMessage(error), 'danger')
    }
  }
  const making = file.isPending ? file.variables.format : null
  return (
    <div className={style.files}>
      {(['csv', 'pdf'] as const).map((format) => (
        <Button key={format} busy={making !== null} onClick={() => void save(format)}>
          {making === format ? t('preparing') : t(format)}
        </Button>
      ))}
    </div>
  )
}

function EntryLine({ entry }: { entry: StatementEntry }): ReactNode {
  const t = useTranslations('statement')
  const locale = useLocaleCode()
  const { brand } = usePage().site
  const hasIn = entry.in !== '0'
  const hasOut = entry.out !== '0'
  const isCorrectedComp = entry.kind === 'adjustment' && entry.point !== '0'
  return (
    <li className={`${style.entry} money`}>
      <span className={style.what}>
        {t(`kinds.${entry.kind}`)}
        {entry.gameName !== null && <span> · {entry.gameName}</span>}
      </span>
      <span className={style.moved}>
        {hasOut && (
          <span data-way="out">
            <span className="visually-hidden">{t('out')} </span>−{exactNumber(entry.out, locale)}
          </span>
        )}
        {hasIn && (
          <span data-way="in">
            <span className="visually-hidden">{t('in')} </span>+{exactNumber(entry.in, locale)}
          </span>
        )}
        {!hasIn && !hasOut && (
          <span>{isCorrectedComp ? `${t('point')} ${exactNumber(entry.point, locale)}` : '0'}</span>
        )}
      </span>
      <span className={style.when}>{formatSecond(entry.date, brand.timeZone)}</span>
      <span className={style.after}>
        {t('balance')} {exactNumber(entry.balance, locale)}
      </span>
      {entry.reason !== null && (
        <p className={style.reason}>
          {t('reason')}: <span>{entry.reason}</span>
        </p>
      )}
    </li>
  )
}
