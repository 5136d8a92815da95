import type { Logger } from 'pino'
import { ForeignDatabase, type DatabaseIdentity } from '#server/db/database-identity.ts'
import { readAnchor, type AnchorStore } from './anchor.ts'
import { suspectBooks, type MoneyOutHold } from './book-runs.ts'

const reportAgainMs = 60_000

/**
 * The identity that the anchor of a store holds; where it holds none yet, that of the first connection. `alarm`: where a refused
 * connection is logged and payments are held. An identity that an operator accepts while the process runs is taken over.
 */
export function createDatabaseIdentity(
  store: AnchorStore,
  alarm?: { log: Pick<Logger, 'error'>; moneyOut: MoneyOutHold },
): DatabaseIdentity {
  let known: { database: string | null; acceptedAt: string } | null = null
  let isForeign = false
  let reportedAtMs = -Infinity
  const refuse = (found: string, expected: string): never => {
    const error = new ForeignDatabase(
      `The connection leads to the database ${found} (system identifier/OID), and this installation has ${expected}: it was exchanged, or ` +
        'moved or restored from a dump. Find out why; if it is right, accept it with "npm run books -- --accept-heads"',
    )
    if (alarm !== undefined) {
      suspectBooks(alarm.moneyOut)
      if (!isForeign || performance.now() - reportedAtMs >= reportAgainMs) {
        reportedAtMs = performance.now()
        alarm.log.error(
          { err: error, found, expected },
          'a connection leads to another database: it is refused, and this process holds payments back',
        )
      }
    }
    isForeign = true
    throw error
  }
  return {
    admit: async (found) => {
      if (known === null) {
        const kept = await readKept(store)
        known ??= kept ?? { database: null, acceptedAt: '' }
      }
      known.database ??= found
      if (found !== known.database) {
        // An older file that was put back is not taken over.
        const kept = await readKept(store)
        if (kept === null || kept.database !== found || kept.acceptedAt <= known.acceptedAt)
          return refuse(found, known.database)
        known = kept
      }
      isForeign = false
    },
    isForeign: () => isForeign,
  }
}

async function readKept(store: AnchorStore): Promise<{ database: string | null; acceptedAt: string } | null> {
  const state = await readAnchor(store)
  return state.status === 'present' ? { database: state.anchor.database, acceptedAt: state.anchor.acceptedAt } : null
}
