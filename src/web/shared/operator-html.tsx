import { foreignLanguage } from '#domain/text-language.ts'
import { documentLanguage } from '#i18n/locales.ts'
import type { ReactNode } from 'react'
import { useLocaleCode } from './messages.tsx'

/**
 * Operators' HTML, the one place where a page takes HTML as it comes: the server lets it through its safe-html door when
 * it is written and again when it is answered.
 */
export function OperatorHtml({ html, className }: { html: string; className: string | undefined }): ReactNode {
  const page = documentLanguage[useLocaleCode()]
  return <div className={className} lang={foreignLanguage(html, page)} dangerouslySetInnerHTML={{ __html: html }} />
}
