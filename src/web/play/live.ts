import type { Amount } from '#domain/money.ts'
import { amountFromWire } from '#domain/money.ts'
import { call, CallError } from '#web/shared/api.ts'
import { openLive } from '#web/shared/live-socket.ts'

/** What a game window hears of the house: that its member's balance changed, or that their session is over. */

/** Asked by itself so often while the house is not heard, as the site asks (spec §9). */
const awayMs = 30_000

/** Listens until the answer is called; `hearBalance` reads the balance when it suits the window. */
export function listenForBalance(hearBalance: () => void): () => void {
  let isFirst = true
  const socket = openLive({
    onMessage: (message) => {
      if (message.kind === 'balance' || (message.kind === 'hello' && !isFirst)) hearBalance()
      if (message.kind === 'hello') isFirst = false
    },
    onSessionOver: hearBalance,
  })
  const ask = (): void => {
    if (!document.hidden && !socket.isUp()) hearBalance()
  }
  const timer = setInterval(ask, awayMs)
  return () => {
    clearInterval(timer)
    socket.stop()
  }
}

/** The balance as the site shows it; no act of the member's. */
export async function readBalance(): Promise<Amount | 'signedOut' | null> {
  try {
    const answer = await call('get-in-game-balance', {}, { quiet: true })
    return amountFromWire(answer.balance)
  } catch (error) {
    return error instanceof CallError && error.trouble === 'unauthenticated' ? 'signedOut' : null
  }
}
