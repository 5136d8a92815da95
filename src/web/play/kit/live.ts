import type { Amount } from '#domain/money.ts'
import { amountFromWire } from '#domain/money.ts'
import { ApiError } from '#web/shared/api-client.ts'
import { call } from '#web/shared/api.ts'
import { setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { openLive } from '#web/shared/live-socket.ts'
import { loadJackpots } from '#web/shared/load-jackpots.ts'

/** Server events of a game window: the member's balance changed, the session is over, or the jackpots grew. */

/** Polling interval while the socket is down, as on the site (spec §9). */
const pollMs = 30_000

/**
 * Listens until the returned function is called; `onBalance` reloads the balance when the window allows it. The window
 * of a linked game also follows the jackpots.
 */
export function listenForEvents(onBalance: () => void, isLinked: boolean): () => void {
  if (isLinked) void loadJackpots()
  const socket = openLive({
    onMessage: (message) => {
      // The first one too: while this window loaded, another one may have shown a round to its end.
      if (message.kind === 'balance' || message.kind === 'hello') onBalance()
      if (message.kind === 'jackpot' && isLinked) setJackpotFigures(message.jackpots)
    },
    onSessionOver: onBalance,
  })
  const poll = (): void => {
    if (document.hidden || socket.isUp()) return
    onBalance()
    if (isLinked) void loadJackpots()
  }
  const timer = setInterval(poll, pollMs)
  return () => {
    clearInterval(timer)
    socket.stop()
  }
}

/** The balance as shown by the site; this call is not member activity. */
export async function readBalance(): Promise<Amount | 'signedOut' | null> {
  try {
    const answer = await call('get-in-game-balance', {}, { quiet: true })
    return amountFromWire(answer.balance)
  } catch (error) {
    return error instanceof ApiError && error.kind === 'unauthenticated' ? 'signedOut' : null
  }
}
