import type { LimitRule } from '#contract/limit.ts'
import type { LimitKind } from '#domain/limit.ts'
import { Button } from '#web/shared/button.tsx'
import { formatMoment } from '#web/shared/format.ts'
import { useTranslations } from 'use-intl/react'
import { useState, type ReactNode } from 'react'
import { usePage } from '#web/member/page-data.ts'
import { Card } from '#web/member/frame/page-frame.tsx'
import { LimitDialog } from './limit-dialog.tsx'
import { percentUsed, useFormatLimit, winningsIn } from './limit-figures.ts'
import style from './limits.module.css'
import { PendingRaise } from './pending-raise.tsx'

/** One kind of limit: its day, week and month. */
export function LimitCard(props: { kind: LimitKind; rules: readonly LimitRule[]; mayChange: boolean }): ReactNode {
  const t = useTranslations('limit')
  return (
    <Card title={t(`kinds.${props.kind}`)}>
      <p className={style.text}>{t(`about.${props.kind}`)}</p>
      <ul className={style.rules}>
        {props.rules.map((rule) => (
          <Rule key={rule.period} rule={rule} ofKind={props.rules} mayChange={props.mayChange} />
        ))}
      </ul>
    </Card>
  )
}

type RuleProps = { rule: LimitRule; ofKind: readonly LimitRule[]; mayChange: boolean }

function Rule({ rule, ofKind, mayChange }: RuleProps): ReactNode {
  const t = useTranslations('limit')
  const figure = useFormatLimit()
  const { timeZone } = usePage().site.brand
  const [isOpen, setOpen] = useState(false)
  const { kind, period, most, used, remaining } = rule
  const names = { kind: t(`kinds.${kind}`), period: t(`periods.${period}`) }
  const isSet = most !== null
  const winnings = used === null ? null : winningsIn(used)
  return (
    <li className={style.rule}>
      <h3 className={style.period}>{t(`periods.${period}`)}</h3>
      <div className={style.state}>
        {most === null || used === null ? (
          <p className={style.quiet}>{t('rule.none')}</p>
        ) : (
          <>
            <p className="money">
              {winnings === null
                ? t('rule.used', { used: figure(kind, used), most: figure(kind, most) })
                : t('rule.ahead', { won: figure(kind, winnings), most: figure(kind, most) })}
            </p>
            <div className={style.bar} aria-hidden="true">
              <div style={{ inlineSize: `${percentUsed(used, most)}%` }} />
            </div>
            <p className={`${style.quiet} money`}>
              {percentUsed(used, most) === 100
                ? t('rule.reached')
                : t('rule.remaining', { remaining: figure(kind, remaining) })}
              {rule.resetsAt !== null && (
                <span>{t('rule.resets', { date: formatMoment(rule.resetsAt, timeZone) })}</span>
              )}
            </p>
          </>
        )}
      </div>
      {mayChange && (
        <Button
          className={style.change}
          aria-label={t(isSet ? 'rule.changeOf' : 'rule.setOf', names)}
          onClick={() => setOpen(true)}
        >
          {t(isSet ? 'rule.change' : 'rule.set')}
        </Button>
      )}
      {mayChange && rule.pending !== null && <PendingRaise rule={rule} pending={rule.pending} />}
      {isOpen && <LimitDialog rule={rule} ofKind={ofKind} onClose={() => setOpen(false)} />}
    </li>
  )
}
