import type { OfficeBookFault, OfficeBookRun } from '#contract/books.ts'
import type { OfficeAnswers } from '#contract/office-api.ts'
import { bookCheckNames, type BookCheckName } from '#domain/book-check.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useEffect, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { Empty, LoadingRows, Problem } from '#web/office/kit/states.tsx'
import { useMe, useOfficeRead } from '#web/office/kit/use-office.ts'
import classes from './books.module.css'
import { useRunLabels } from './run-labels.ts'

type Opened = Extract<OfficeAnswers['get-book-run'], { status: 'success' }>

/** One check run: the faults found and the result of each check. */
export function RunDetail(props: { id: string; listed: OfficeBookRun | null; onBack: () => void }): ReactNode {
  const t = useTranslations('office')
  const read = useOfficeRead('get-book-run', { id: props.id })
  const { data, error, refetch } = read
  const opened = data?.status === 'success' && data.run.id === props.id ? data : null
  const hasEnded = props.listed !== null && props.listed.outcome !== (opened?.run.outcome ?? null)
  useEffect(() => {
    if (hasEnded) void refetch()
  }, [hasEnded, refetch])
  if (opened !== null) return <Detail opened={opened} onBack={props.onBack} />
  if (data?.status === 'none') return <Empty text={t('books.gone')} />
  return error === null ? <LoadingRows rows={6} /> : <Problem text={t('errors.load')} retry={() => void refetch()} />
}

function Detail({ opened, onBack }: { opened: Opened; onBack: () => void }): ReactNode {
  const t = useTranslations('office.books')
  const { timeZone } = useMe()
  const labels = useRunLabels()
  const { run, problem, faults, checks } = opened
  return (
    <>
      <DetailHead
        onBack={onBack}
        title={
          <span className={classes.result} data-outcome={run.outcome ?? 'open'}>
            {labels.result(run)}
          </span>
        }
      />
      <Facts
        facts={[
          [t('startedAt'), formatMoment(run.beganAt ?? run.askedAt, timeZone)],
          [t('duration'), labels.took(run)],
          [t('rows'), labels.rows(run)],
          [t('trigger'), labels.why(run)],
          problem === '' ? null : [t('problem'), problem],
        ]}
      />
      {run.outcome === 'failed' ? <p className={classes.note}>{t('failedText')}</p> : null}
      {run.outcome === 'interrupted' ? <p className={classes.note}>{t('interruptedText')}</p> : null}
      {run.faultCount > 0 ? <Faults faults={faults} /> : null}
      {checks.length === 0 ? null : <Checks checks={checks} />}
    </>
  )
}

function Faults({ faults }: { faults: OfficeBookFault[] | null }): ReactNode {
  const t = useTranslations('office.books')
  return (
    <section className={classes.part}>
      <h3>{t('faults')}</h3>
      {faults === null ? (
        <p className={classes.hint}>{t('faultsHidden')}</p>
      ) : (
        <>
          <ul className={classes.faults}>
            {faults.map((fault) => (
              <li key={`${fault.check} ${fault.subject} ${fault.detail}`}>
                <strong>{fault.check}</strong>
                {isKnown(fault.check) ? (
                  <span className={classes.hint}>
                    {t('rule')}: {t(`checks.${fault.check}`)}
                  </span>
                ) : null}
                <span>
                  {t('subject')} <code>{fault.subject}</code>
                </span>
                <span lang="en">{fault.detail}</span>
              </li>
            ))}
          </ul>
          <p className={classes.hint}>{t('faultsMost')}</p>
        </>
      )}
    </section>
  )
}

function Checks({ checks }: { checks: Opened['checks'] }): ReactNode {
  const t = useTranslations('office.books')
  return (
    <section className={classes.part}>
      <h3>{t('items')}</h3>
      <ul className={classes.checks} tabIndex={-1}>
        {checks.map((check) => (
          <li key={check.name} data-wrong={check.faults > 0 || undefined}>
            <span>{isKnown(check.name) ? t(`checks.${check.name}`) : check.name}</span>
            <strong>{check.faults === 0 ? t('fine') : t('wrong', { count: check.faults })}</strong>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A run of another program version may contain checks that this one has no messages for. */
function isKnown(name: string): name is BookCheckName {
  return (bookCheckNames as readonly string[]).includes(name)
}
