import { ConfirmDialogs } from '#web/shared/confirm.tsx'
import { Toasts } from '#web/shared/toasts.tsx'
import { useEffect, type ReactNode } from 'react'
import { watchForeignText } from './foreign-text.ts'
import { LanguageOffer } from './language-offer.tsx'
import { startHealthChecks } from './health-check.ts'
import { IdleWarning } from './idle-warning.tsx'
import { usePage } from './page-data.ts'
import { rollingJackpot } from './jackpot-figures.ts'
import { startLive } from './live.ts'
import { RollingJackpot } from './home/rolling-jackpot.tsx'
import { MaintenanceBar } from './maintenance-bar.tsx'
import { LaunchDialog } from './open-game.tsx'
import { Popups } from './popups.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import { warmPages } from './warm-pages.ts'

/** What every page has and no first sight needs. Loaded once the page has been taken over. */

export { logOut } from './log-out.ts'
export { mayEnter, openGame } from './open-game.tsx'

export function Late({ loadPages }: { loadPages: Parameters<typeof warmPages>[0] }): ReactNode {
  const { art, locale } = usePage()
  useEffect(startHealthChecks, [])
  useEffect(startLive, [])
  useEffect(() => warmPages(loadPages), [loadPages])
  useEffect(() => rollingJackpot.set({ Figure: RollingJackpot }), [])
  useEffect(() => watchForeignText(art, locale), [art, locale])
  return (
    <>
      <LanguageOffer />
      <Popups />
      <LaunchDialog />
      <SignInDialog />
      <IdleWarning />
      <MaintenanceBar />
      <ConfirmDialogs />
      <Toasts />
    </>
  )
}
