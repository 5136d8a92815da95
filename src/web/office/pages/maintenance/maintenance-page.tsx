import type { OfficeMaintenance } from '#contract/maintenance.ts'
import { siteLanguages } from '#domain/site-language.ts'
import { formatMoment } from '#web/shared/format.ts'
import { Button, NumberInput, Textarea } from '@mantine/core'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from '#web/office/kit/forms.module.css'
import { Sheet } from '#web/office/kit/panel.tsx'
import { LoadingRows, Problem } from '#web/office/kit/states.tsx'
import {
  showFailure,
  showSuccess,
  useMayCall,
  useMe,
  useOfficeAction,
  useOfficeRead,
} from '#web/office/kit/use-office.ts'

/** Maintenance of each brand: the current state, and a form that starts, changes or ends it. */
export function MaintenancePage(): ReactNode {
  const t = useTranslations('office')
  const { operator } = useMe()
  const read = useOfficeRead('get-maintenance', {}, { poll: true })
  const brandName = (code: string): string => operator.brands.find((brand) => brand.code === code)?.name ?? code
  return (
    <Sheet title={t('frame.maintenance')}>
      <div className={classes.padded}>
        {read.data === undefined ? (
          read.error === null ? (
            <LoadingRows />
          ) : (
            <Problem text={t('errors.load')} retry={() => void read.refetch()} />
          )
        ) : (
          read.data.maintenance.map((one) => <BrandMaintenance key={one.brand} now={one} name={brandName(one.brand)} />)
        )}
      </div>
    </Sheet>
  )
}

function BrandMaintenance({ now, name }: { now: OfficeMaintenance; name: string }): ReactNode {
  const t = useTranslations('office.maintenance')
  const { timeZone } = useMe()
  const maySet = useMayCall('set-maintenance')
  const action = useOfficeAction('set-maintenance', (answer) => {
    if (answer.status === 'none') return showFailure(t('none'))
    return showSuccess(answer.maintenance.since === null ? t('ended') : t('begun'))
  })
  const end = (): void => action.mutate({ brand: now.brand, on: false })
  return (
    <section className={classes.form} aria-label={name}>
      <output className={classes.text}>
        <strong>{name}</strong>{' '}
        {now.since === null ? t('off') : t('since', { time: formatMoment(now.since, timeZone) })}{' '}
        {now.since !== null &&
          (now.until === null ? t('open') : t('until', { time: formatMoment(now.until, timeZone) }))}
      </output>
      <p>{t('hint')}</p>
      {maySet ? (
        <SettingForm
          // A change by another operator resets the form.
          key={JSON.stringify(now)}
          now={now}
          busy={action.isPending}
          begin={(minutes, texts) => action.mutate({ brand: now.brand, on: true, minutes, texts })}
          end={end}
        />
      ) : null}
    </section>
  )
}

function SettingForm(props: {
  now: OfficeMaintenance
  busy: boolean
  begin: (minutes: number | null, texts: OfficeMaintenance['texts']) => void
  end: () => void
}): ReactNode {
  const t = useTranslations('office.maintenance')
  const { now, busy } = props
  const [minutes, setMinutes] = useState<number | ''>(30)
  const [texts, setTexts] = useState(now.texts)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const written = Object.fromEntries(Object.entries(texts).filter(([, text]) => text?.trim()))
    props.begin(minutes === '' ? null : minutes, written)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <NumberInput
        label={t('minutes')}
        description={t('minutesHint')}
        value={minutes}
        min={1}
        max={10_080}
        allowDecimal={false}
        onChange={(value) => setMinutes(value === '' ? '' : Math.min(10_080, Math.max(1, Number(value) || 1)))}
      />
      {siteLanguages.map((language) => (
        <Textarea
          key={language}
          label={t('text', { language: t(`languages.${language}`) })}
          value={texts[language] ?? ''}
          maxLength={300}
          autosize
          minRows={1}
          onChange={(event) => {
            const text = event.currentTarget.value
            setTexts((before) => ({ ...before, [language]: text }))
          }}
        />
      ))}
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          {now.since === null ? t('begin') : t('change')}
        </Button>
        {now.since === null ? null : (
          <Button variant="default" loading={busy} onClick={props.end}>
            {t('end')}
          </Button>
        )}
      </div>
    </form>
  )
}
