import { useEffect } from 'react'

/** Sets the document title after navigation; the server sets that of the first page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
