import { nameMark, encryptName } from '#server/auth/encrypted-name.ts'
import type { Deps } from '#server/deps.ts'
import { startLeasedWork, type RunningWork } from '#server/leased-work.ts'
import { sql } from 'kysely'

/**
 * Encrypts the names of account owners and depositors that an earlier release stored in clear, in bounded steps, by one
 * process at a time. Once they are encrypted, a check costs two empty indexes.
 */

const namesPerStep = 200
const checkEveryMs = 5_000

type EncryptingDeps = Pick<Deps, 'db' | 'log' | 'config'>
type PlainName = { member_id: bigint; name: string }

export function startNameEncryption(deps: EncryptingDeps): RunningWork {
  return startLeasedWork(deps, {
    name: 'name-encryption',
    everyMs: checkEveryMs,
    leaseMs: 60_000,
    isDue: async () => (await readPlainNames(deps, 1)).length > 0,
    run: async (signal) => {
      while (!signal.aborted && (await encryptNextNames(deps)) > 0);
    },
    failureMessage: 'encrypting names failed; it is tried again',
  })
}

/** Encrypts the next names, each in a transaction of its own; returns how many there were. */
export async function encryptNextNames(deps: EncryptingDeps): Promise<number> {
  const names = await readPlainNames(deps, namesPerStep)
  for (const { member_id, name } of names) {
    const [encrypted, mark] = [encryptName(deps.config, name), nameMark(deps.config, name)]
    const encrypt = sql`SELECT encrypt_name(${member_id}, ${name}, ${encrypted}, ${mark})`
    await deps.db.transaction().execute((tx) => encrypt.execute(tx))
  }
  return names.length
}

async function readPlainNames({ db }: EncryptingDeps, most: number): Promise<PlainName[]> {
  const plain = (column: string) => sql.raw(`${column} <> '' AND ${column} NOT LIKE 'encrypted:%'`)
  const { rows } = await sql<PlainName>`
    (SELECT member_id, bank_owner AS name FROM member_person WHERE ${plain('bank_owner')} LIMIT ${most})
    UNION
    (SELECT q.member_id, n.name FROM money_request q, LATERAL (VALUES (q.bank_owner), (q.depositor)) n (name)
      WHERE ((${plain('q.bank_owner')}) OR (${plain('q.depositor')})) AND ${plain('n.name')} LIMIT ${most})`.execute(db)
  return rows
}
