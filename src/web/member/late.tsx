import { Questions } from '#web/shared/ask.tsx'
import { Toasts } from '#web/shared/toasts.tsx'
import { useEffect, type ReactNode } from 'react'
import { startHealthChecks } from './health-check.ts'
import { LaunchDialog } from './open-game.tsx'
import { Popups } from './popups.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

/** What every page has and no first sight needs. Loaded once the page has been taken over. */

export { logOut } from './log-out.ts'
export { mayEnter, openGame } from './open-game.tsx'

export function Late(): ReactNode {
  useEffect(startHealthChecks, [])
  return (
    <>
      <Popups />
      <LaunchDialog />
      <SignInDialog />
      <Questions />
      <Toasts />
    </>
  )
}
