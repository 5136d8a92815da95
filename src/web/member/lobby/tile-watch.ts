import type { MemberAnswers } from '#contract/member-api.ts'
import type { LiveMessage } from '#contract/live.ts'
import type { TableTile } from '#contract/table.ts'
import type { LiveSocket } from '#web/shared/live-socket.ts'
import { createStore, type Store } from '#web/shared/store.ts'

/**
 * The tables whose tiles are in view: the socket names them and no others, and without a socket they are polled. A page
 * that is hidden, or that nobody uses, watches none, so that it keeps no table from resting.
 */
export type TileWatch = {
  state: Store<WatchState>
  /** The code of a tile that has come into view or left it. */
  show: (code: string, isInView: boolean) => void
  /** Milliseconds from now to a moment of the server; null before the first answer, which has the server's time. */
  leftMs: (moment: string) => number | null
  /** Whether the page may watch now: called when it is hidden, shown, or used again. */
  wake: () => void
}

export type WatchState = {
  tables: ReadonlyMap<string, TableTile>
  /** The tables that are followed now; those of others are as they were. */
  watched: ReadonlySet<string>
}

type TablesAnswer = MemberAnswers['get-tables']

export type WatchDeps = {
  load: (codes: readonly string[]) => Promise<TablesAnswer>
  /** Opens a socket for the tiles of these codes. */
  listen: (codes: readonly string[], onMessage: (message: LiveMessage) => void) => Pick<LiveSocket, 'isUp' | 'stop'>
  isHidden: () => boolean
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
}

/** A tile that is only scrolled past wakes no table. */
const settleMs = 500
/** How often the tables are read while there is no socket; longer after a failure, when the server is busy or the page offline. */
const pollMs = 5_000
const failedPollMs = 20_000
/** A page that was not used for so long stops watching. */
export const unusedMs = 180_000
const checkEveryMs = 1_000

/** Creates the watch of a page; it does nothing before a tile is in view. */
export function createTileWatch({ load, listen, isHidden, now }: WatchDeps): TileWatch {
  const state = createStore<WatchState>({ tables: new Map(), watched: new Set() })
  const inView = new Map<string, number>()
  let socket: Pick<LiveSocket, 'isUp' | 'stop'> | null = null
  let settle: ReturnType<typeof setTimeout> | undefined
  let checks: ReturnType<typeof setInterval> | undefined
  let usedAt = now()
  let nextPollAt = 0
  /** When the socket last sent a table: an answer that was requested before may be older. */
  const pushedAt = new Map<string, number>()
  const clock = createServerClock(now)

  const put = (tables: readonly TableTile[]): void => {
    const { watched, tables: known } = state.get()
    state.set({ watched, tables: new Map([...known, ...tables.map((table) => [table.code, table] as const)]) })
  }

  const read = async (): Promise<void> => {
    const codes = [...state.get().watched]
    if (codes.length === 0) return
    const sentAt = now()
    nextPollAt = sentAt + pollMs
    try {
      const answer = await load(codes)
      clock.take(answer.now, sentAt)
      put(answer.tables.filter(({ code }) => (pushedAt.get(code) ?? -1) < sentAt))
    } catch {
      nextPollAt = now() + failedPollMs
    }
  }

  const check = (): void => {
    follow()
    if (socket !== null && !socket.isUp() && now() >= nextPollAt) void read()
  }

  /** Opens the socket of the tables that are to be watched now, where these are others than before. */
  const follow = (): void => {
    const isUsed = !isHidden() && now() - usedAt < unusedMs
    const wanted = isUsed ? [...inView].flatMap(([code, tiles]) => (tiles > 0 ? [code] : [])).toSorted() : []
    const { watched, tables } = state.get()
    if (wanted.length === watched.size && wanted.every((code) => watched.has(code))) return
    state.set({ tables, watched: new Set(wanted) })
    socket?.stop()
    socket = null
    clearInterval(checks)
    if (wanted.length === 0) return
    // The socket says when it is open; until then, and without one, the tables are polled.
    nextPollAt = now() + checkEveryMs
    socket = listen(wanted, (message) => {
      if (message.kind === 'hello') void read()
      else if (message.kind === 'table-tile') {
        pushedAt.set(message.table.code, now())
        put([message.table])
      }
    })
    checks = setInterval(check, checkEveryMs)
  }

  const followSoon = (): void => {
    clearTimeout(settle)
    settle = setTimeout(follow, settleMs)
  }

  return {
    state,
    show: (code, isInView) => {
      inView.set(code, Math.max(0, (inView.get(code) ?? 0) + (isInView ? 1 : -1)))
      followSoon()
    },
    leftMs: clock.leftMs,
    wake: () => {
      const wasUnused = now() - usedAt >= unusedMs
      usedAt = now()
      // A hidden page drops its socket at once.
      if (isHidden()) follow()
      else if (wasUnused || state.get().watched.size === 0) followSoon()
    },
  }
}

/** The server's clock, from the quickest answer so far. */
function createServerClock(now: () => number) {
  let best: { offsetMs: number; tripMs: number } | null = null
  return {
    take: (serverNow: string, sentAt: number): void => {
      const tripMs = now() - sentAt
      if (best === null || tripMs <= best.tripMs)
        best = { tripMs, offsetMs: Date.parse(serverNow) - (sentAt + tripMs / 2) }
    },
    leftMs: (moment: string): number | null => best && Date.parse(moment) - (now() + best.offsetMs),
  }
}
