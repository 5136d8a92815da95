import type { WireSeries } from '#contract/table.ts'
import {
  hashesDigest,
  keptSaltFaults,
  saltFaults,
  saltHashOf,
  type KeptSalts,
  type SaltEntry,
  type SaltFault,
  type SaltList,
} from '#domain/games/table/salt-list.ts'
import { toHex } from '#domain/games/sha256.ts'
import { keptSaltsKey, keptSaltsOf, readKeptSalts, type KeptSalt, type SeriesName } from '#web/shared/kept-salts.ts'
import { createStore, type Store } from '#web/shared/store.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { requestAnswer } from '#web/play/kit/request-answer.ts'

/**
 * This browser's part in the salts of a table: a fresh salt for each series, of which it sends the hash, then the salt. What it
 * sent and the digest of the closed hashes are stored before the next step, so that the list that is published at the end can be
 * compared with them, also after a reload.
 */
export type SaltKeeper = {
  state: Store<SaltState>
  /** Called with each state of a series; repeated calls do nothing twice. */
  follow: (series: WireSeries) => void
  /** What was kept of a series; null when this browser did not see its hashes. */
  keptOf: (series: Pick<WireSeries, 'table' | 'firstLink'>) => KeptSalts | null
}

/** `taking`: the hash was taken, or the salt too (`mixed`). `late`: the browser came too late to take part. */
export type SaltState = { firstLink: number; part: 'none' | 'taking' | 'mixed' | 'late'; faults: readonly SaltFault[] }

const mostKept = 40

export function createSaltKeeper(deps: {
  call: PlayCall
  seat: string
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
  /** 32 fresh random bytes. */
  randomBytes: () => Uint8Array
  wait: (ms: number) => Promise<void>
}): SaltKeeper {
  const { call, seat, storage, randomBytes, wait } = deps
  const state = createStore<SaltState>({ firstLink: 0, part: 'none', faults: [] })
  const { find, keep } = storedSalts(storage)
  const running = new Set<string>()
  const set = (firstLink: number, change: Partial<SaltState>) => {
    const before = state.get()
    const same = before.firstLink === firstLink ? before : { firstLink, part: 'none' as const, faults: [] }
    state.set({ ...same, ...change })
  }
  const once = (name: string, work: () => Promise<void>) => {
    if (running.has(name)) return
    running.add(name)
    void work()
  }

  async function sendHash(series: WireSeries): Promise<void> {
    const salt = find(series)?.salt ?? toHex(randomBytes())
    const entry = find(series) ?? {
      table: series.table,
      firstLink: series.firstLink,
      seat,
      salt,
      isSent: false,
      hashes: null,
    }
    keep(entry)
    const saltHash = saltHashOf(series, { seat: entry.seat, salt })
    const end = await requestAnswer(call, 'send-salt-hash', { firstLink: series.firstLink, saltHash }, wait)
    const isTaken = end.kind === 'answer' && end.answer.status === 'success'
    set(series.firstLink, { part: isTaken ? 'taking' : 'late' })
  }

  async function sendSalt(series: WireSeries): Promise<void> {
    const own = find(series)
    const hashes = hashesDigest(series, series.entries)
    if (!own) return keep({ table: series.table, firstLink: series.firstLink, seat, salt: '', isSent: false, hashes })
    keep({ ...own, hashes })
    if (!series.entries.some((one) => one.seat === own.seat)) return set(series.firstLink, { part: 'late' })
    const end = await requestAnswer(call, 'send-salt', { firstLink: series.firstLink, salt: own.salt }, wait)
    const isSent = end.kind === 'answer' && end.answer.status === 'success'
    keep({ ...own, hashes, isSent })
    set(series.firstLink, { part: isSent ? 'mixed' : 'late' })
  }

  const keptOf: SaltKeeper['keptOf'] = (series) => {
    const found = find(series)
    return found ? keptSaltsOf([found], series) : null
  }

  return {
    state,
    keptOf,
    follow(series) {
      const { firstLink, phase } = series
      if (phase === 'hashes') return once(`hash ${firstLink}`, () => sendHash(series))
      if (phase === 'salts') return once(`salt ${firstLink}`, () => sendSalt(series))
      const list = saltListOf(series)
      const own = keptOf(series)
      const faults = [...saltFaults(list), ...(own ? keptSaltFaults(list, own) : [])]
      if (state.get().firstLink !== firstLink || faults.length !== state.get().faults.length) {
        const isMixed = own !== null && own.own !== null
        set(firstLink, {
          faults,
          part: state.get().firstLink === firstLink ? state.get().part : isMixed ? 'mixed' : 'none',
        })
      }
    },
  }
}

/** What this browser has kept of each series, in its storage; without one, in memory. */
function storedSalts(storage: Pick<Storage, 'getItem' | 'setItem'> | null): {
  find: (series: SeriesName) => KeptSalt | undefined
  keep: (one: KeptSalt) => void
} {
  let kept = readKeptSalts(storage)
  const isOf = (series: SeriesName) => (one: KeptSalt) =>
    one.table === series.table && one.firstLink === series.firstLink
  return {
    find: (series) => kept.find(isOf(series)),
    keep(one) {
      // Another window of the browser may have stored others meanwhile.
      const stored = storage ? readKeptSalts(storage) : kept
      kept = [...stored.filter((other) => !isOf(one)(other)), one].slice(-mostKept)
      try {
        storage?.setItem(keptSaltsKey, JSON.stringify(kept))
      } catch {
        // The storage is full: this window goes on from memory.
      }
    },
  }
}

/** The salts of a series in the form that the domain verifies. */
export function saltListOf({ table, game, firstLink, previousLink, entries, lateSeats }: WireSeries): SaltList {
  return { table, game, firstLink, previousLink, entries: entries as SaltEntry[], lateSeats }
}
