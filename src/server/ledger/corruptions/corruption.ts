/**
 * An alteration of the books that the oracle must see. The SQL runs as superuser with
 * `session_replication_role = replica`, so that neither triggers nor foreign keys stop it, on the world of
 * `test/corruptible-world.ts`, and is undone.
 */
export type Corruption = {
  name: string
  /** Changes at least one row. */
  sql: string
  /** The checks of the books of which at least one must report a fault. */
  seenBy: readonly string[]
}

/** A member with rounds of several seed pairs, shares of jackpots and converted comp. */
export const spinner = `(SELECT min(member_id) FROM journal WHERE kind = 11)`

/** The same member's last paying round that is followed by another one. */
export const paidRound = `(SELECT id FROM round WHERE member_id = ${spinner} AND pay > 0 ORDER BY nonce DESC LIMIT 1 OFFSET 1)`

type Appended = {
  kind: number
  source: number
  /** A condition on the contra account. */
  contra: string
  cash?: number
  held?: number
  comp?: number
  inPlay?: number
  stake?: number
  pay?: number
  ref?: string
  key?: string
}

/** Appends an event to a member's journal and wallet, with consistent balances. */
export function appendEvent(memberId: string, event: Appended): string {
  const {
    cash = 0,
    held = 0,
    comp = 0,
    inPlay = 0,
    stake = 0,
    pay = 0,
    ref = 'NULL',
    key = 'gen_random_uuid()',
  } = event
  return `WITH moved AS (
      UPDATE wallet SET cash = cash + ${cash}, held = held + ${held}, comp = comp + ${comp}, in_play = in_play + ${inPlay}, seq = seq + 1
      WHERE member_id = ${memberId} RETURNING *)
    INSERT INTO journal (member_id, seq, at, d_cash, d_held, d_in_play, d_comp, cash, held, in_play, comp, stake, pay, request_hash, key, ref,
      contra_id, kind, source)
    SELECT w.member_id, w.seq, clock_timestamp(), ${cash}, ${held}, ${inPlay}, ${comp}, w.cash, w.held, w.in_play, w.comp, ${stake}, ${pay}, 1,
      ${key}, ${ref}, (SELECT a.id FROM account a WHERE a.brand_id = w.brand_id AND ${event.contra} LIMIT 1), ${event.kind}, ${event.source}
    FROM moved w`
}

/** Changes the pay of a round (SQL over `r`) with its event, and every balance after it. */
export function repay(round: string, change: { pay: string; more?: string }): string {
  return `DO $$ DECLARE r round; j journal; d bigint; BEGIN
    SELECT * INTO STRICT r FROM round WHERE id = ${round};
    SELECT * INTO STRICT j FROM journal WHERE member_id = r.member_id AND ref = r.id;
    d := ${change.pay} - r.pay;
    UPDATE round SET pay = r.pay + d ${change.more ?? ''} WHERE id = r.id;
    UPDATE journal SET pay = pay + d, d_cash = d_cash + d WHERE member_id = j.member_id AND seq = j.seq;
    UPDATE journal SET cash = cash + d WHERE member_id = j.member_id AND seq >= j.seq;
    UPDATE wallet SET cash = cash + d WHERE member_id = j.member_id;
  END $$`
}

/** Writes corruptions as rows of name, SQL and checks. */
export function listCorruptions(rows: readonly (readonly [string, string, ...string[]])[]): readonly Corruption[] {
  return rows.map(([name, sql, ...seenBy]) => ({ name, sql, seenBy }))
}
