import { Questions } from '#web/shared/ask.tsx'
import { Toasts } from '#web/shared/toasts.tsx'
import { useEffect, type ReactNode } from 'react'
import { LanguageOffer } from './language-offer.tsx'
import { startHealthChecks } from './health-check.ts'
import { IdleWarning } from './idle-warning.tsx'
import { usePage } from './page-data.ts'
import { LaunchDialog } from './open-game.tsx'
import { Popups } from './popups.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** What every page has and no first sight needs. Loaded once the page has been taken over. */

export { logOut } from './log-out.ts'
export { mayEnter, openGame } from './open-game.tsx'

export function Late(): ReactNode {
  const { art } = usePage()
  useEffect(startHealthChecks, [])
  useEffect(() => linkStyles(art['fonts/more']), [art])
  return (
    <>
      <LanguageOffer />
      <Popups />
      <LaunchDialog />
      <SignInDialog />
      <IdleWarning />
      <Questions />
      <Toasts />
    </>
  )
}

/** Links the faces for letters the house itself does not write: names, notices, whatever operators say. */
function linkStyles(address: string | undefined): void {
  if (address === undefined || document.querySelector(`link[href="${address}"]`) !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  document.head.append(link)
}
