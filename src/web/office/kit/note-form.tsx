import type { HtmlFault } from '#domain/html-bounds.ts'
import { Button, ColorInput, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './forms.module.css'
import { showFailure, showSuccess, useMe, useOfficeAction } from './use-office.ts'

/** A note to one member. The server removes forbidden HTML. */
export function NoteForm(props: { userId?: string; brand?: string; onSent: () => void }): ReactNode {
  const t = useTranslations('office.note')
  const { operator } = useMe()
  const common = useTranslations('office.common')
  const [brand, setBrand] = useState(props.brand ?? operator.brands[0]?.code ?? '')
  const [userId, setUserId] = useState(props.userId ?? '')
  const [title, setTitle] = useState('')
  const [titleColor, setTitleColor] = useState('')
  const [contents, setContents] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const [fault, setFault] = useState<HtmlFault | null>(null)
  const action = useOfficeAction('send-note', (answer) => {
    if (answer.status === 'complex') return setFault(answer.why)
    if (answer.status === 'none') return showFailure(t('none'))
    showSuccess(t('sent', { userId }))
    return props.onSent()
  })
  const missing = (text: string): string | null => (isSubmitted && text.trim() === '' ? t('required') : null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if ([userId, title, contents].some((text) => text.trim() === '')) return
    action.mutate({ brand, userId, title, contents, ...(/^#[0-9a-fA-F]{6}$/.test(titleColor) ? { titleColor } : {}) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {operator.brands.length > 1 ? (
        <NativeSelect
          label={common('brand')}
          value={brand}
          onChange={(event) => setBrand(event.currentTarget.value)}
          data={operator.brands.map((one) => ({ value: one.code, label: one.name }))}
        />
      ) : null}
      <TextInput
        label={t('to')}
        value={userId}
        maxLength={100}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={props.userId !== undefined}
        error={missing(userId)}
        onChange={(event) => setUserId(event.currentTarget.value)}
      />
      <TextInput
        label={t('subject')}
        value={title}
        maxLength={200}
        error={missing(title)}
        data-autofocus
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <ColorInput
        label={t('color')}
        value={titleColor}
        onChange={setTitleColor}
        format="hex"
        swatches={['#e8c177', '#3ddc97', '#ff6b7d', '#7ab0ff']}
        withEyeDropper={false}
        popoverProps={{ withinPortal: false }}
      />
      <Textarea
        label={t('contents')}
        description={t('hint')}
        value={contents}
        maxLength={200_000}
        rows={6}
        error={missing(contents) ?? (fault === null ? null : t(`complex.${fault}`))}
        onChange={(event) => {
          setFault(null)
          setContents(event.currentTarget.value)
        }}
      />
      <Button type="submit" loading={action.isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}

/** The note form in a dialog. */
export function NoteDialog(props: { userId: string; brand: string; onClose: () => void }): ReactNode {
  const t = useTranslations('office')
  return (
    <Modal opened onClose={props.onClose} title={t('note.title')}>
      <NoteForm userId={props.userId} brand={props.brand} onSent={props.onClose} />
    </Modal>
  )
}
