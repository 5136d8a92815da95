import type { LiveMessage } from '#contract/live.ts'
import type { tableMemberRoutes } from '#contract/table.ts'
import type { AnswersOf } from '#contract/route.ts'
import { postJson, timeoutMs } from '#web/shared/api-client.ts'
import { openLive } from '#web/shared/live-socket.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'

/** What the socket of a table receives besides the events of every page. */
export type TableMessage = Extract<LiveMessage, { kind: 'table' | 'table-bets' }>

type SeriesAnswer = AnswersOf<typeof tableMemberRoutes>['get-series']
export type SeriesRecordAnswer = Extract<SeriesAnswer, { status: 'success' }>

/** Where a table's window gets its table from: the server, or a simulation on the page of rounds. */
export type TableSource = {
  call: PlayCall
  /** Follows the table until the returned function is called; `onGap` when steps may have been missed. */
  listen: (listener: {
    onMessage: (message: TableMessage) => void
    onGap: () => void
    onBalance: () => void
  }) => Listening
  /** A series with everything that proves it; null when it cannot be loaded. */
  loadSeries: (table: string, firstLink: number) => Promise<SeriesRecordAnswer | null>
}

export type Listening = { isLive: () => boolean; stop: () => void }

/** The table on the server. */
export function serverSource(call: PlayCall, code: string): TableSource {
  return {
    call,
    listen({ onMessage, onGap, onBalance }) {
      const socket = openLive(
        {
          onMessage(message) {
            if (message.kind === 'table' || message.kind === 'table-bets') onMessage(message)
            // Deposits and windows of other games change the balance.
            else if (message.kind === 'hello') onGap()
            else if (message.kind === 'balance') onBalance()
          },
          onSessionOver: onGap,
        },
        `/api/live?table=${encodeURIComponent(code)}`,
      )
      return { isLive: socket.isUp, stop: socket.stop }
    },
    async loadSeries(table, firstLink) {
      try {
        const answer = (await postJson(
          '/api/routes/get-series',
          { table, firstLink },
          { timeoutMs: timeoutMs.member },
        )) as SeriesAnswer
        return answer.status === 'success' ? answer : null
      } catch {
        return null
      }
    },
  }
}
