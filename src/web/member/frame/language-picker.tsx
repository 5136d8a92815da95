import { intlLocale, languageNames, withLocale, type Locale } from '#i18n/locales.ts'
import { FrameIcon } from '#web/shared/frame-icons.tsx'
import { KeptWidth } from '#web/shared/kept-width.tsx'
import { Menu } from '#web/shared/menu.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePath } from '../navigation.tsx'
import { chooseLanguage } from './choose-language.ts'
import style from './language.module.css'

/** In the order of spec §2. */
const picked = Object.keys(languageNames) as Locale[]

export function LanguagePicker(): ReactNode {
  const frame = useTranslations('frame')
  const now = useLocaleCode()
  return (
    <Menu
      label={`${frame('chooseLanguage')}: ${languageNames[now]}`}
      className={style.button}
      button={
        <>
          <FrameIcon name="globe" size={16} />
          <KeptWidth text={languageNames[now]} />
          <FrameIcon name="down" size={14} />
        </>
      }
    >
      <LanguageList />
    </Menu>
  )
}

/** The five languages by their own names; links, so that they work before hydration. */
export function LanguageList(): ReactNode {
  const now = useLocaleCode()
  const path = usePath()
  return (
    <ul className={style.list}>
      {picked.map((locale) => (
        <li key={locale}>
          <a
            href={withLocale(locale, path)}
            lang={intlLocale[locale]}
            hrefLang={intlLocale[locale]}
            aria-current={locale === now ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              chooseLanguage(locale, path)
            }}
          >
            {languageNames[locale]}
            {locale === now && <FrameIcon name="check" size={18} />}
          </a>
        </li>
      ))}
    </ul>
  )
}
