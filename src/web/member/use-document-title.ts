import { useEffect } from 'react'

/** Names the tab after the page on screen; the server did so for the first one. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
