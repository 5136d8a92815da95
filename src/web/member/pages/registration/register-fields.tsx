import { bankNameIn } from '#domain/bank-names.ts'
import { CheckField, SecretField, TextField } from '#web/shared/field.tsx'
import { Icon } from '#web/shared/icons.tsx'
import { SearchSelect } from '#web/shared/search-select.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useTranslations } from 'use-intl/react'
import type { ReactNode } from 'react'
import { Agreement } from './agreement.tsx'
import type { Draft, DraftFaults, DraftField, Rules } from './register-form.ts'
import { useCheckName } from './use-check-name.ts'
import style from './register.module.css'

/** The fields of each step, with numeric keypads for digits. */

export type StepProps = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  faults: DraftFaults
  rules: Rules
  playMoney: boolean
}

function useFaultMessage({ faults, rules }: StepProps): (field: DraftField) => string | undefined {
  const t = useTranslations('registration')
  const faultMessage = useTranslations('member.faults')
  const user = useTranslations('member')
  return (field) => {
    const fault = faults[field]
    if (fault === undefined) return undefined
    if (fault === 'different') return user('different')
    if (fault === 'underage') return t('underage', { age: rules.minAge })
    if (fault === 'taken') return t(field === 'nick' ? 'takenNick' : 'takenId')
    if (fault === 'wrong') return t('wrongCode')
    return faultMessage(fault)
  }
}

export function AccountStep(props: StepProps): ReactNode {
  const t = useTranslations('registration')
  const faultMessage = useFaultMessage(props)
  const { draft, change } = props
  const idCheck = useCheckName('id', draft.id)
  const nickCheck = useCheckName('nick', draft.nick)
  return (
    <>
      <TextField
        label={t('id')}
        hint={idCheck === 'free' ? <Free>{t('free')}</Free> : t('idHint')}
        error={faultMessage('id') ?? (idCheck === 'taken' ? t('takenId') : undefined)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={16}
        value={draft.id}
        onChange={(event) => change({ id: event.target.value })}
      />
      <SecretField
        label={t('password')}
        hint={t('passwordHint')}
        error={faultMessage('pw')}
        autoComplete="new-password"
        maxLength={100}
        value={draft.pw}
        onChange={(event) => change({ pw: event.target.value })}
      />
      <SecretField
        label={t('passwordAgain')}
        error={faultMessage('pwAgain')}
        autoComplete="new-password"
        maxLength={100}
        value={draft.pwAgain}
        onChange={(event) => change({ pwAgain: event.target.value })}
      />
      <TextField
        label={t('nick')}
        hint={nickCheck === 'free' ? <Free>{t('free')}</Free> : t('nickHint')}
        error={faultMessage('nick') ?? (nickCheck === 'taken' ? t('takenNick') : undefined)}
        autoComplete="nickname"
        maxLength={12}
        value={draft.nick}
        onChange={(event) => change({ nick: event.target.value })}
      />
    </>
  )
}

function Free({ children }: { children: ReactNode }): ReactNode {
  return (
    <output className={style.free}>
      <Icon name="check" size={16} />
      {children}
    </output>
  )
}

export function PersonStep(props: StepProps): ReactNode {
  const t = useTranslations('registration')
  const faultMessage = useFaultMessage(props)
  const locale = useLocaleCode()
  const { draft, change, rules } = props
  return (
    <>
      <TextField
        label={t('owner')}
        hint={t('ownerHint')}
        error={faultMessage('bankOwner')}
        autoComplete="name"
        maxLength={60}
        value={draft.bankOwner}
        onChange={(event) => change({ bankOwner: event.target.value })}
      />
      <TextField
        label={t('phone')}
        error={faultMessage('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        value={draft.phone}
        onChange={(event) => change({ phone: event.target.value })}
      />
      <TextField
        label={t('birth')}
        hint={t('birthHint')}
        error={faultMessage('birth')}
        inputMode="numeric"
        autoComplete="bday"
        maxLength={10}
        value={draft.birth}
        onChange={(event) => change({ birth: event.target.value })}
      />
      {props.playMoney && (
        <p className={style.prefilled}>
          <Icon name="info" size={18} />
          {t('playMoneyHint')}
        </p>
      )}
      <SearchSelect
        label={t('bank')}
        options={rules.banks.map((bank) => bankNameIn(bank, locale))}
        error={faultMessage('bankname')}
        value={bankNameIn(draft.bankname, locale)}
        onChange={(label) => change({ bankname: rules.banks.find((bank) => bankNameIn(bank, locale) === label) ?? '' })}
      />
      <TextField
        label={t('account')}
        error={faultMessage('banknum')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        value={draft.banknum}
        onChange={(event) => change({ banknum: event.target.value })}
      />
    </>
  )
}

export function AgreeStep(props: StepProps): ReactNode {
  const t = useTranslations('registration')
  const faultMessage = useFaultMessage(props)
  const { draft, change, rules } = props
  return (
    <>
      <SecretField
        label={t('pin')}
        hint={t('pinHint')}
        error={faultMessage('exchange_pw')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        value={draft.exchange_pw}
        onChange={(event) => change({ exchange_pw: event.target.value.replaceAll(/\D/g, '') })}
      />
      <TextField
        label={t('code')}
        hint={rules.codeRequired ? undefined : t('codeHint')}
        error={faultMessage('code')}
        required={rules.codeRequired}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        value={draft.code}
        onChange={(event) => change({ code: event.target.value })}
      />
      <fieldset className={style.agreements}>
        <legend className="visually-hidden">{t('stepAgree')}</legend>
        {(['terms', 'privacy'] as const).map((which) => (
          <Agreement
            key={which}
            of={which}
            checked={draft[which]}
            onChange={(checked) => change({ [which]: checked })}
          />
        ))}
        <CheckField
          label={t('adult', { age: rules.minAge })}
          checked={draft.adult}
          error={faultMessage('agree')}
          onChange={(event) => change({ adult: event.target.checked })}
        />
      </fieldset>
    </>
  )
}
