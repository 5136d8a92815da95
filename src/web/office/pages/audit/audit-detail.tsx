import type { OfficeAuditAct } from '#contract/audit.ts'
import { formatMoment } from '#web/shared/format.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { DetailHead, Facts } from '#web/office/kit/panel.tsx'
import { useMe } from '#web/office/kit/use-office.ts'
import { useActLabel, useActorLabel, useFactLabel } from './audit-labels.ts'
import classes from './audit.module.css'

/** One act: who, when, about whom, and what was recorded of it. */
export function AuditDetail(props: { act: OfficeAuditAct; onBack: () => void }): ReactNode {
  const t = useTranslations('office.audit')
  const actLabel = useActLabel()
  const actorLabel = useActorLabel()
  const factLabel = useFactLabel()
  const { timeZone } = useMe()
  const { act, actor, subject } = props.act
  return (
    <>
      <DetailHead onBack={props.onBack} title={actLabel(act)} />
      <Facts
        facts={[
          [t('when'), formatMoment(props.act.at, timeZone)],
          [t('who'), linked(actor.member, actorLabel(actor))],
          [t('subject'), subject.text === '' ? t('noSubject') : linked(subject.member, subject.name ?? subject.text)],
          props.act.brand === null ? null : [t('brand'), props.act.brand],
          ...props.act.detail.map((fact) => {
            const [name, value] = factLabel(fact)
            return [
              name,
              <span key={fact.name} className={classes.value}>
                {value}
              </span>,
            ] as const
          }),
          [t('number'), props.act.number],
          [t('recordedAs'), subject.name === null ? act : `${act} · ${subject.text}`],
        ]}
      />
    </>
  )
}

function linked(member: string | null, text: string): ReactNode {
  return member === null ? text : <Link href={`/members/${member}`}>{text}</Link>
}
