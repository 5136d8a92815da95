import { amountToWire, changeFromWire, type Amount } from '#domain/money.ts'

/**
 * What a member has done in game windows since the sign-in: the net result and number of the rounds shown, when the first
 * window was opened, and when the time until the next reality check began. All windows of the browser share it, so that
 * neither a reload nor another game forgets a loss or puts off a reality check.
 */
export type PlayTotals = {
  readonly net: Amount
  readonly rounds: number
  /** `performance.now()` times; those before this window was loaded are below zero. */
  readonly startedAt: number
  readonly realityFrom: number
}

export type TotalsKeeper = {
  readonly read: () => PlayTotals
  /** Adds a round that was shown to its end. One that another window has added changes nothing. */
  readonly count: (roundId: string, change: Amount) => void
  /** The member has read the reality check: the time until the next one begins. */
  readonly passRealityCheck: () => void
}

const storageKey = 'baize.play.totals'

/** How many rounds are known by their ids: more than are shown in several windows at once. */
const mostCounted = 20

type Stored = {
  signIn: string
  net: string
  rounds: number
  startedMs: number
  realityMs: number
  counted: readonly string[]
}

/**
 * Keeps the totals of one sign-in in the browser's storage, of one member at a time; without storage they are those of
 * the window.
 */
export function createTotalsKeeper(deps: {
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** Names the member and the sign-in. */
  signIn: string
  /** `performance.now()`. */
  now: () => number
  /** `Date.now()`. */
  clock: () => number
}): TotalsKeeper {
  const { storage, signIn, now, clock } = deps
  const begun = Math.round(clock())
  let stored: Stored = { signIn, net: '0', rounds: 0, startedMs: begun, realityMs: begun, counted: [] }
  let isKept = true
  const read = (): Stored => {
    const found = isKept ? parse(storage?.getItem(storageKey) ?? null) : null
    if (found?.signIn === signIn) stored = found
    return stored
  }
  const write = (change: Partial<Stored>): void => {
    stored = { ...read(), ...change }
    try {
      storage?.setItem(storageKey, JSON.stringify(stored))
    } catch {
      // The storage is full: this window goes on from memory.
      isKept = false
    }
  }
  // A clock that was set back makes no time negative.
  const nowOf = (ms: number): number => now() - Math.max(0, clock() - ms)
  write({})
  return {
    read() {
      const { net, rounds, startedMs, realityMs } = read()
      return { net: changeFromWire(net) ?? 0n, rounds, startedAt: nowOf(startedMs), realityFrom: nowOf(realityMs) }
    },
    count(roundId, change) {
      const { net, rounds, counted } = read()
      if (counted.includes(roundId)) return
      const sum = (changeFromWire(net) ?? 0n) + change
      write({ net: amountToWire(sum), rounds: rounds + 1, counted: [...counted, roundId].slice(-mostCounted) })
    },
    passRealityCheck: () => write({ realityMs: Math.round(clock()) }),
  }
}

function parse(text: string | null): Stored | null {
  if (text === null) return null
  try {
    const { signIn, net, rounds, startedMs, realityMs, counted } = JSON.parse(text) as Partial<Stored>
    const isWhole =
      typeof signIn === 'string' &&
      typeof net === 'string' &&
      changeFromWire(net) !== null &&
      typeof rounds === 'number' &&
      typeof startedMs === 'number' &&
      typeof realityMs === 'number' &&
      Array.isArray(counted)
    return isWhole ? { signIn, net, rounds, startedMs, realityMs, counted } : null
  } catch {
    return null
  }
}
