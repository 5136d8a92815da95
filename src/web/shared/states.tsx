import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ApiError } from './api-client.ts'
import { Button } from './button.tsx'
import style from './states.module.css'

/** Placeholders for content that is empty or could not be loaded. */

/** An empty list; without a picture from the art build, a thin moon over a ridge is drawn. */
export function Empty({ children, picture }: { children: ReactNode; picture?: string | undefined }): ReactNode {
  return (
    <div className={style.state}>
      {picture === undefined ? (
        <svg width="72" height="40" viewBox="0 0 72 40" fill="none" aria-hidden="true">
          <path d="M4 36C16 20 26 14 36 14s20 6 32 22" stroke="#e8c17759" strokeWidth="1.5" />
          <path d="M44 4a9 9 0 1 0 7 15A11 11 0 0 1 44 4z" stroke="#e8c177" strokeWidth="1.5" />
        </svg>
      ) : (
        <img src={picture} alt="" width={112} height={112} loading="lazy" />
      )}
      <p>{children}</p>
    </div>
  )
}

/** An error message with an optional retry button. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }): ReactNode {
  const common = useTranslations('common')
  const errorMessage = useErrorMessage()
  return (
    <div className={style.state} role="alert">
      <p>{errorMessage(error)}</p>
      {retry && <Button onClick={retry}>{common('retry')}</Button>}
    </div>
  )
}

/** Maps an error thrown by a call to its message. */
export function useErrorMessage(): (error: unknown) => string {
  const errors = useTranslations('errors')
  const messages = useTranslations('messages')
  return (error) => {
    if (!(error instanceof ApiError)) return errors('failed')
    switch (error.kind) {
      case 'unauthenticated':
        return messages('msg2001')
      case 'forbidden':
        return errors('restricted')
      case 'busy':
        return errors('busy', { seconds: Math.max(1, error.retryAfterSeconds) })
      case 'invalid':
        return errors('refused')
      case 'gateway':
        return errors('failed')
      default:
        return errors(error.kind)
    }
  }
}
