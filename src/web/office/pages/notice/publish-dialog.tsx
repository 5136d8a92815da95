import type { OfficeAnswers } from '#contract/office-api.ts'
import type { HtmlFault } from '#domain/html-bounds.ts'
import { Button, Modal, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from '#web/office/kit/forms.module.css'
import { showFailure, showSuccess, useMe, useOfficeAction } from '#web/office/kit/use-office.ts'

type Answer = OfficeAnswers['create-notice']
type DomainFault = Extract<Answer, { status: 'domain' }>

/** Creates a notice or a popup. The server removes forbidden HTML. */
export function PublishDialog(props: { kind: 'notices' | 'popups'; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  const { operator } = useMe()
  const isPopup = props.kind === 'popups'
  const [brand, setBrand] = useState(operator.brands[0]?.code ?? '')
  const [domain, setDomain] = useState('')
  const [title, setTitle] = useState('')
  const [contents, setContents] = useState('')
  const [place, setPlace] = useState<Place>({ posX: 40, posY: 120 })
  const [isSubmitted, setSubmitted] = useState(false)
  const [fault, setFault] = useState<HtmlFault | null>(null)
  const [domainFault, setDomainFault] = useState<DomainFault | null>(null)
  const finish = (answer: Answer): void => {
    if (answer.status === 'domain') return setDomainFault(answer)
    if (answer.status === 'complex') return setFault(answer.why)
    if (answer.status === 'none') return showFailure(t('notice.none'))
    showSuccess(t('notice.published'))
    return props.onClose()
  }
  const notice = useOfficeAction('create-notice', finish)
  const popup = useOfficeAction('create-popup', finish)
  const missing = (text: string): string | null => (isSubmitted && text.trim() === '' ? t('notice.required') : null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (title.trim() === '' || contents.trim() === '') return
    if (isPopup) popup.mutate({ brand, domain, title, contents, ...place })
    else notice.mutate({ brand, domain, title, contents })
  }
  return (
    <Modal opened size="lg" onClose={props.onClose} title={isPopup ? t('notice.newPopup') : t('notice.newNotice')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {operator.brands.length > 1 ? (
          <NativeSelect
            label={t('common.brand')}
            value={brand}
            onChange={(event) => setBrand(event.currentTarget.value)}
            data={operator.brands.map((one) => ({ value: one.code, label: one.name }))}
          />
        ) : null}
        <TextInput
          data-autofocus
          label={t('notice.subject')}
          value={title}
          maxLength={200}
          error={missing(title)}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <DomainField
          value={domain}
          fault={domainFault}
          onChange={(next) => {
            setDomainFault(null)
            setDomain(next)
          }}
        />
        {isPopup ? <PlaceFields place={place} onPlace={setPlace} /> : null}
        <Textarea
          label={t('notice.contents')}
          description={t('note.hint')}
          value={contents}
          maxLength={200_000}
          rows={8}
          error={missing(contents) ?? (fault === null ? null : t(`note.complex.${fault}`))}
          onChange={(event) => {
            setFault(null)
            setContents(event.currentTarget.value)
          }}
        />
        <Button type="submit" loading={notice.isPending || popup.isPending}>
          {t('notice.publish')}
        </Button>
      </form>
    </Modal>
  )
}

type DomainProps = { value: string; fault: DomainFault | null; onChange: (value: string) => void }

function DomainField({ value, fault, onChange }: DomainProps): ReactNode {
  const t = useTranslations('office')
  return (
    <TextInput
      label={t('notice.domain')}
      value={value}
      maxLength={500}
      error={fault && t('notice.unknownDomains', { unknown: fault.unknown.join(', '), known: fault.known.join(', ') })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Where a popup appears over the home page, in CSS pixels. */
type Place = { posX: number; posY: number }

function PlaceFields({ place, onPlace }: { place: Place; onPlace: (place: Place) => void }): ReactNode {
  const t = useTranslations('office')
  return (
    <div className={classes.columns}>
      <NumberInput
        label={t('notice.posX')}
        value={place.posX}
        min={0}
        max={1400}
        allowDecimal={false}
        onChange={(value) => onPlace({ ...place, posX: Number(value) || 0 })}
      />
      <NumberInput
        label={t('notice.posY')}
        value={place.posY}
        min={0}
        max={2000}
        allowDecimal={false}
        onChange={(value) => onPlace({ ...place, posY: Number(value) || 0 })}
      />
    </div>
  )
}
