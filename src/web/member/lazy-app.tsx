import { ConfirmDialogs } from '#web/shared/confirm.tsx'
import { Toasts } from '#web/shared/toasts.tsx'
import { useEffect, type ReactNode } from 'react'
import { showForeignText } from '#web/shared/foreign-fonts.ts'
import { FloatingBars } from './frame/floating-bars.tsx'
import { startHealthChecks } from './session/health-check.ts'
import { IdleWarning } from './session/idle-warning.tsx'
import { usePage } from './page-data.ts'
import { CompMoney, OwnedMoney } from './frame/wallet-money.tsx'
import { walletFigures } from './frame/wallet-figures.ts'
import { rollingJackpot } from './lobby/jackpot-figures.ts'
import { startLive } from './session/live.ts'
import { RollingJackpot } from './home/rolling-jackpot.tsx'
import { LaunchDialog } from './lobby/open-game.tsx'
import { Popups } from './popups/popups.tsx'
import { SignInDialog } from './session/sign-in-dialog.tsx'
import { prefetchPages } from './prefetch-pages.ts'

/** The parts of every page that the first paint does not need; loaded after hydration. */

export { SidePanel } from './frame/side-panel.tsx'
export { logOut } from './session/log-out.ts'
export { mayEnter, openGame } from './lobby/open-game.tsx'
export { loadMessages } from './message-parts.ts'

export function LazyApp({ loadPages }: { loadPages: Parameters<typeof prefetchPages>[0] }): ReactNode {
  const { art, locale } = usePage()
  useEffect(() => walletFigures.set({ Owned: OwnedMoney, Comp: CompMoney }), [])
  useEffect(startHealthChecks, [])
  useEffect(startLive, [])
  useEffect(() => prefetchPages(loadPages), [loadPages])
  useEffect(() => rollingJackpot.set({ Figure: RollingJackpot }), [])
  useEffect(() => showForeignText(art, locale), [art, locale])
  return (
    <>
      <FloatingBars />
      <Popups />
      <LaunchDialog />
      <SignInDialog />
      <IdleWarning />
      <ConfirmDialogs />
      <Toasts />
    </>
  )
}
