import { amountToWire, changeFromWire, type Amount } from '#domain/money.ts'

/**
 * What a member has done in this window: the net result and number of the rounds shown, when it was opened, and when
 * the time until the next reality check began. It is kept over a reload, which must neither forget a loss nor put off
 * a reality check.
 */
export type WindowTotals = {
  readonly net: Amount
  readonly rounds: number
  /** `performance.now()` times; those before a reload are below zero. */
  readonly startedAt: number
  readonly realityFrom: number
}

export type TotalsKeeper = {
  /** The totals before a reload, or null in a new window. */
  readonly read: () => WindowTotals | null
  readonly write: (totals: WindowTotals) => void
}

const storageKey = 'baize.play.window'

type Stored = { playSession: string; net: string; rounds: number; startedMs: number; realityMs: number }

/** Keeps the totals of one play session in the storage of the tab; without storage a reload begins anew. */
export function createTotalsKeeper(deps: {
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  playSession: string
  /** `performance.now()`. */
  now: () => number
  /** `Date.now()`. */
  clock: () => number
}): TotalsKeeper {
  const { storage, playSession } = deps
  return {
    read() {
      const stored = parse(storage?.getItem(storageKey) ?? null)
      const net = stored?.playSession === playSession ? changeFromWire(stored.net) : null
      if (stored === null || net === null) return null
      // A clock that was set back makes no time negative.
      const nowOf = (ms: number): number => deps.now() - Math.max(0, deps.clock() - ms)
      return { net, rounds: stored.rounds, startedAt: nowOf(stored.startedMs), realityFrom: nowOf(stored.realityMs) }
    },
    write({ net, rounds, startedAt, realityFrom }) {
      const clockOf = (time: number): number => Math.round(deps.clock() - (deps.now() - time))
      const stored: Stored = {
        playSession,
        net: amountToWire(net),
        rounds,
        startedMs: clockOf(startedAt),
        realityMs: clockOf(realityFrom),
      }
      try {
        storage?.setItem(storageKey, JSON.stringify(stored))
      } catch {
        // The storage is full: a reload begins anew.
      }
    },
  }
}

function parse(text: string | null): Stored | null {
  if (text === null) return null
  try {
    const { playSession, net, rounds, startedMs, realityMs } = JSON.parse(text) as Partial<Stored>
    const isWhole =
      typeof playSession === 'string' &&
      typeof net === 'string' &&
      typeof rounds === 'number' &&
      typeof startedMs === 'number' &&
      typeof realityMs === 'number'
    return isWhole ? { playSession, net, rounds, startedMs, realityMs } : null
  } catch {
    return null
  }
}
