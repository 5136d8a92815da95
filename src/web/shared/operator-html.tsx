import type { ReactNode } from 'react'

/**
 * Operators' HTML, the one place where a page takes HTML as it comes: the server lets it through its safe-html door when
 * it is written and again when it is answered.
 */
export function OperatorHtml({ html, className }: { html: string; className: string | undefined }): ReactNode {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
