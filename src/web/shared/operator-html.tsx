import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage } from '#i18n/language-tags.ts'
import type { ReactNode } from 'react'
import { useLocaleCode } from './messages.tsx'

/**
 * HTML written by operators, the only place where a page inserts HTML unescaped: the server sanitises it (`safe-html`)
 * when it is stored and again when it is sent.
 */
export function OperatorHtml({ html, className }: { html: string; className: string | undefined }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return <div className={className} lang={foreignLanguage(html, page)} dangerouslySetInnerHTML={{ __html: html }} />
}
