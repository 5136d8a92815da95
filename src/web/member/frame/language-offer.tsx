import { documentLanguage, localeOfLanguageTag } from '#i18n/language-tags.ts'
import { localeCookie, type Locale } from '#i18n/locales.ts'
import { load as loadOffer } from 'messages:offer'
import { Button } from '#web/shared/button.tsx'
import { useLocaleCode } from '#web/shared/messages.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { usePath } from '#web/member/navigation.tsx'
import { setLayer } from './arrival.ts'
import { chooseLanguage, rememberLanguage } from './choose-language.ts'
import style from './language-offer.module.css'

/**
 * Offers the language of the browser, once, if it differs from that of the page and none has been chosen yet.
 */
export function LanguageOffer(): ReactNode {
  const now = useLocaleCode()
  const path = usePath()
  const [offer, setOffer] = useState<{ locale: Locale; text: string; accept: string; keep: string } | null>(null)
  useEffect(() => {
    const wanted = navigator.languages.map(localeOfLanguageTag).find((locale) => locale !== null)
    const chosen = document.cookie.split('; ').some((cookie) => cookie.startsWith(`${localeCookie}=`))
    if (chosen) return setLayer('offer', false)
    // Nothing to offer: stores the language of the page, which the server also uses for game names.
    if (!wanted || wanted === now) {
      rememberLanguage(now)
      return setLayer('offer', false)
    }
    // The offer is written in the language offered.
    loadOffer[wanted]().then(
      ({ messages }) => {
        const texts = messages['languageOffer'] as Record<string, string>
        setOffer({
          locale: wanted,
          text: texts['text'] ?? '',
          accept: texts['accept'] ?? '',
          keep: texts['keep'] ?? '',
        })
      },
      () => setLayer('offer', false),
    )
  }, [now])
  if (offer === null) return null
  const choose = (locale: Locale) => {
    if (locale === now) rememberLanguage(locale)
    else chooseLanguage(locale, path)
    setOffer(null)
    setLayer('offer', false)
  }
  return (
    <aside className={style.offer} lang={documentLanguage[offer.locale]}>
      <p>{offer.text}</p>
      <Button variant="gilt" onClick={() => choose(offer.locale)}>
        {offer.accept}
      </Button>
      <Button variant="quiet" onClick={() => choose(now)}>
        {offer.keep}
      </Button>
    </aside>
  )
}
