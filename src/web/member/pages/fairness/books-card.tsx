import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Card } from '#web/member/frame/page-frame.tsx'
import { usePage } from '#web/member/page-data.ts'
import { buttonClass } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { Icon } from '#web/shared/icons.tsx'
import { Skeleton } from '#web/shared/skeleton.tsx'
import { Failure } from '#web/shared/states.tsx'
import { useFairness, type Fairness } from './use-fairness.ts'
import style from './fairness.module.css'

/** When the books were last checked and with what result, whether payments are paused, and the daily seals. */
export function BooksCard(): ReactNode {
  const t = useTranslations('fairness.books')
  const { data, error, refetch } = useFairness()
  return (
    <Card title={t('title')}>
      <p className={style.second}>{t('text')}</p>
      {data === undefined &&
        (error === null ? <Skeleton rows={4} height={44} /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && <State fairness={data} />}
    </Card>
  )
}

function State({ fairness }: { fairness: Fairness }): ReactNode {
  const t = useTranslations('fairness.books')
  const { timeZone } = usePage().site.brand
  const { books, moneyOutStoppedSince: since, heads } = fairness
  return (
    <>
      <dl className={`${style.facts} money`}>
        <div>
          <dt>{t('checkedAt')}</dt>
          <dd>{books.checkedAt === null ? t('never') : formatMoment(books.checkedAt, timeZone)}</dd>
        </div>
        {books.outcome !== null && (
          <div>
            <dt>{t('outcome')}</dt>
            <dd data-good={books.outcome === 'clean'}>{t(books.outcome)}</dd>
          </div>
        )}
        <div>
          <dt>{t('rounds')}</dt>
          <dd>{t('roundCount', { count: books.rounds })}</dd>
        </div>
      </dl>
      <p className={style.payments} data-paused={since !== null}>
        <Icon name={since === null ? 'check' : 'pause'} />
        <span>{since === null ? t('paymentsOn') : t('paymentsOff', { since: formatMoment(since, timeZone) })}</span>
      </p>
      <h3 className={style.part}>{t('heads')}</h3>
      <p className={style.second}>{heads.length === 0 ? t('noHeads') : t('headsText')}</p>
      {heads.length > 0 && (
        // The list scrolls; it needs the focus to be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={style.heads} tabIndex={0} aria-label={t('heads')}>
          <dl>
            {heads.map(({ day, kind, head }) => (
              <div key={`${day} ${kind}`}>
                <dt className="money">
                  {day} · {t(kind)}
                </dt>
                <dd>
                  <code className={style.code}>{head}</code>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {heads.length > 0 && (
        <a className={buttonClass('plain')} href="/fairness/heads.jsonl" download>
          {t('saveHeads')}
        </a>
      )}
    </>
  )
}
