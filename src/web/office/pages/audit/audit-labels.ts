import { useTranslations } from 'use-intl'
import type { OfficeAuditAct } from '#contract/audit.ts'
import { auditActNames, type AuditActName } from '#domain/audit.ts'
import { intlLocale } from '#i18n/locales.ts'
import { formatAmount } from '#web/office/kit/figures.ts'
import { useMe } from '#web/office/kit/use-office.ts'
import { formatMoment } from '#web/shared/format.ts'
import { useLocaleCode } from '#web/shared/messages.tsx'

/** The words for acts, actors, subjects and details of the audit. */

type ActKey<Name extends string> = Name extends `${infer Noun}.${infer Verb}` ? `${Noun}_${Verb}` : never

/** The message key of an act: a dot would begin a nested one. */
function actKey(name: AuditActName): ActKey<AuditActName> {
  return name.replace('.', '_') as ActKey<AuditActName>
}

/** The name of an act; one that this program does not know is shown as it is recorded. */
export function useActLabel(): (act: string) => string {
  const t = useTranslations('office.audit.acts')
  return (act) => {
    const known = auditActNames.find((name) => name === act)
    return known === undefined ? act : t(actKey(known))
  }
}

export function useActorLabel(): (actor: OfficeAuditAct['actor']) => string {
  const t = useTranslations('office.audit')
  return ({ kind, name }) => {
    if (kind === 'member') return t('actorMember', { name: name ?? '–' })
    return kind === 'operator' ? (name ?? '–') : t('system')
  }
}

const amountFields: readonly string[] = ['amount', 'credited', 'point']
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The details that have a name of their own. */
const fields = [
  'ip',
  'amount',
  'credited',
  'reason',
  'note',
  'account',
  'approval',
  'type',
  'lasts',
  'until',
  'matched',
  'by',
  'company',
  'knownDevice',
  'withCode',
  'kind',
  'period',
  'most',
  'ended',
  'point',
  'at',
  'backup',
  'restoredAt',
  'members',
  'operators',
  'codes',
  'contact',
  'from',
  'reset',
] as const

/** A recorded detail as a name and a value to read; unknown names are shown as they are recorded. */
export function useFactLabel(): (fact: { name: string; value: string }) => [name: string, value: string] {
  const t = useTranslations('office.audit')
  const name = useTranslations('office.audit.fields')
  const locale = intlLocale[useLocaleCode()]
  const { timeZone } = useMe()
  return (fact) => {
    const known = fields.find((one) => one === fact.name)
    return [known === undefined ? fact.name : name(known), valueOf(fact)]
  }

  function valueOf(fact: { name: string; value: string }): string {
    if (fact.value === 'true') return t('yes')
    if (fact.value === 'false') return t('no')
    if (amountFields.includes(fact.name)) return formatAmount(fact.value, locale)
    if (moment.test(fact.value)) return formatMoment(fact.value, timeZone)
    return fact.value === '' ? '–' : fact.value
  }
}
