import type { Corruption } from './corruption.ts'
import { act } from './invention.ts'

/**
 * Encrypted values that somebody who cannot read them exchanged between rows, and the rows of the seed chain. A server seed is known
 * once its pair is revealed: given to a pair that is to be played, it makes the rounds of that pair known in advance.
 */

type Exchange = {
  table: string
  columns: readonly string[]
  /** Conditions on the two rows. */
  one: string
  other: string
  /** Makes room in the first row (`a`) where a value is unique. */
  room?: string
}

/** Gives two rows each other's values, which must differ. */
function exchanged({ table, columns, one, other, room = '' }: Exchange): string {
  const taken = (row: 'a' | 'b'): string => columns.map((column) => `${column} = ${row}.${column}`).join(', ')
  return `DO $$ DECLARE a ${table}; b ${table}; at_a tid; at_b tid; BEGIN
    SELECT * INTO STRICT a FROM ${table} WHERE ${one};
    SELECT * INTO STRICT b FROM ${table} WHERE ${other};
    SELECT ctid INTO STRICT at_b FROM ${table} WHERE ${other};
    ASSERT (${columns.map((column) => `a.${column}`).join(', ')}) IS DISTINCT FROM (${columns.map((column) => `b.${column}`).join(', ')});
    UPDATE ${table} SET ${room === '' ? taken('b') : room} WHERE ${one} RETURNING ctid INTO STRICT at_a;
    UPDATE ${table} SET ${taken('a')} WHERE ctid = at_b;
    UPDATE ${table} SET ${taken('b')} WHERE ctid = at_a;
  END $$`
}

/** The member whose first pair was revealed without rounds and whose second one, in use, has none yet. */
const idle = `(SELECT w.member_id FROM wallet w JOIN member_seed s ON s.id = w.seed_id
  WHERE s.ordinal = 2 AND NOT EXISTS (SELECT FROM round r WHERE r.member_id = w.member_id))`
const pairOfIdle = (ordinal: number): string => `member_id = ${idle} AND ordinal = ${ordinal}`
/** The only pair of the member who is on a break, revealed without rounds. */
const pairOfBreak = `id = (SELECT max(s.id) FROM member_seed s JOIN member_exclusion x USING (member_id) WHERE x.kind = 'break' AND s.ordinal = 1
  AND s.revealed_at IS NOT NULL AND NOT EXISTS (SELECT FROM round r WHERE r.seed_id = s.id))`

const seed = {
  table: 'member_seed',
  columns: ['server_seed_sealed', 'key_id', 'server_seed_hash'],
  room: `server_seed_hash = ''`,
} as const

/** Alterations of the seed chain, of which the members' receipts are the only other witness. */
const ofSeeds: readonly { name: string; sql: string }[] = [
  {
    name: 'the seeds of a revealed pair without rounds and of the one that waits, exchanged',
    sql: exchanged({ ...seed, one: pairOfIdle(1), other: pairOfIdle(3) }),
  },
  {
    name: 'a seed that waits exchanged with the revealed one of another member',
    sql: exchanged({ ...seed, one: pairOfBreak, other: pairOfIdle(3) }),
  },
  {
    name: 'a seed that waits, encrypted, replaced by that of another member under the hash as it was published',
    sql: `UPDATE member_seed s SET server_seed_sealed = o.server_seed_sealed, key_id = o.key_id FROM member_seed o
      WHERE s.id = (SELECT id FROM member_seed WHERE ${pairOfIdle(3)}) AND o.id = (SELECT id FROM member_seed WHERE ${pairOfBreak})`,
  },
  {
    name: 'a revelation undone, with the rows after it removed',
    sql: act(`SELECT member_id INTO STRICT v_m FROM member_seed WHERE ${pairOfIdle(2)};
      DELETE FROM member_seed WHERE member_id = v_m AND ordinal = 3;
      UPDATE member_seed SET client_seed = NULL, begun_at = NULL, first_nonce = NULL WHERE member_id = v_m AND ordinal = 2;
      UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL WHERE member_id = v_m AND ordinal = 1 RETURNING id INTO STRICT v_n;
      UPDATE wallet SET seed_id = v_n WHERE member_id = v_m;`),
  },
  {
    name: 'the revelation of a pair that a break ended undone, and the pair in use again',
    sql: act(`UPDATE member_seed SET revealed_at = NULL, reveal_mac = NULL WHERE ${pairOfBreak} RETURNING id, member_id INTO STRICT v_n, v_m;
      UPDATE wallet SET seed_id = v_n WHERE member_id = v_m;`),
  },
  {
    name: 'a client seed exchanged before the first round of its pair',
    sql: `UPDATE member_seed SET client_seed = 'chosen' WHERE ${pairOfIdle(2)}`,
  },
  {
    name: 'the keyed hash of a shown seed, altered',
    sql: `UPDATE member_seed SET reveal_mac = sha256(reveal_mac) WHERE ${pairOfIdle(1)} AND reveal_mac IS NOT NULL`,
  },
  {
    name: 'the keyed hash of a shown seed, removed',
    sql: `UPDATE member_seed SET reveal_mac = NULL WHERE ${pairOfIdle(1)} AND reveal_mac IS NOT NULL`,
  },
  {
    name: 'the keyed hash of a shown seed, copied to the pair that a break ended',
    sql: `UPDATE member_seed SET reveal_mac = (SELECT reveal_mac FROM member_seed WHERE ${pairOfIdle(1)}) WHERE ${pairOfBreak} AND reveal_mac IS NULL`,
  },
  {
    name: 'a commitment dated a minute earlier',
    sql: `UPDATE member_seed SET created_at = created_at - interval '1 minute' WHERE ${pairOfIdle(3)}`,
  },
]

const twoPeople = (column: string) =>
  ({
    table: 'member_person',
    one: `member_id = (SELECT min(member_id) FROM member_person WHERE ${column} IS NOT NULL)`,
    other: `member_id = (SELECT max(member_id) FROM member_person WHERE ${column} IS NOT NULL)`,
  }) as const

/** Encrypted values of persons, requests and operators. */
const ofPeople: readonly { name: string; exchange: Exchange }[] = [
  { name: 'the telephones of two members', exchange: { ...twoPeople('phone_sealed'), columns: ['phone_sealed'] } },
  {
    name: 'the account numbers of two members, with their last digits',
    exchange: { ...twoPeople('bank_number_sealed'), columns: ['bank_number_sealed', 'bank_number_last4'] },
  },
  { name: 'the encrypted names of two members', exchange: { ...twoPeople('bank_owner'), columns: ['bank_owner'] } },
  {
    name: 'the birth dates of two members',
    exchange: { ...twoPeople('birth_sealed'), columns: ['birth_sealed'] },
  },
  {
    name: 'the accounts of two requests',
    exchange: {
      table: 'money_request',
      columns: ['bank_number_sealed', 'bank_number_last4', 'bank_owner', 'depositor'],
      one: `id = (SELECT id FROM money_request WHERE type = 'withdraw' ORDER BY member_id, id LIMIT 1)`,
      other: `id = (SELECT id FROM money_request WHERE type = 'withdraw' ORDER BY member_id DESC, id DESC LIMIT 1)`,
    },
  },
  {
    name: 'the depositors of two deposits',
    exchange: {
      table: 'money_request',
      columns: ['depositor', 'depositor_mark'],
      one: `id = (SELECT id FROM money_request WHERE depositor <> '' ORDER BY member_id, id LIMIT 1)`,
      other: `id = (SELECT id FROM money_request WHERE depositor <> '' ORDER BY member_id DESC, id DESC LIMIT 1)`,
    },
  },
  {
    name: 'the secrets of two second factors',
    exchange: {
      table: 'operator_factor',
      columns: ['secret_sealed'],
      one: `operator_id = (SELECT min(operator_id) FROM operator_factor)`,
      other: `operator_id = (SELECT max(operator_id) FROM operator_factor)`,
    },
  },
]

export const exchangedValueCorruptions: readonly Corruption[] = [
  ...ofSeeds,
  ...ofPeople.map(({ name, exchange }) => ({ name: `${name}, exchanged`, sql: exchanged(exchange) })),
].map((one) => ({ ...one, seenBy: ['states'] }))
