import { NativeSelect, useMantineColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { languageNames } from '#i18n/locales.ts'
import { useTranslations } from 'use-intl'
import classes from './choices.module.css'
import { officeLocales, type OfficeLocale } from '#web/office/frame/locale.ts'

const schemes = ['auto', 'light', 'dark'] as const

/** Language and colour scheme, stored per browser. */
export function Choices(props: { locale: OfficeLocale; setLocale: (locale: OfficeLocale) => void }): ReactNode {
  const t = useTranslations('office.frame')
  // Disabling transitions would inject a style element, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  return (
    <div className={classes.choices}>
      <NativeSelect
        size="xs"
        aria-label={t('language')}
        value={props.locale}
        onChange={(event) => props.setLocale(event.currentTarget.value === 'en' ? 'en' : 'ko')}
        data={officeLocales.map((locale) => ({ value: locale, label: languageNames[locale] }))}
      />
      <NativeSelect
        size="xs"
        aria-label={t('scheme')}
        value={colorScheme}
        onChange={(event) => setColorScheme(schemes.find((scheme) => scheme === event.currentTarget.value) ?? 'auto')}
        data={schemes.map((scheme) => ({ value: scheme, label: t(scheme) }))}
      />
    </div>
  )
}
