import type { Corruption } from './corruption.ts'
import { act, append, shift, unlimited } from './invention.ts'

/** A bet at a provider that is still in play, undecided. */
const openBet = `SELECT j.* INTO STRICT vj FROM journal j WHERE j.kind = 1 AND j.d_in_play > 0 AND ${unlimited('j')}
    AND NOT EXISTS (SELECT FROM journal w WHERE w.member_id = j.member_id AND w.ref = j.key)
    AND NOT EXISTS (SELECT FROM journal r WHERE r.member_id = j.member_id AND r.source = -j.source AND r.key = j.key) ORDER BY j.member_id LIMIT 1;`
const paidWin = `SELECT j.* INTO STRICT vj FROM journal j WHERE j.kind = 2 AND j.pay > 0 AND j.d_in_play = 0 AND ${unlimited('j')} ORDER BY j.at DESC LIMIT 1;`

/** The key of a transaction of the provider that it never sent. */
const neverSent = 'uuidv7()'

type Booked = {
  kind: number
  source?: number
  key: string
  hash?: string
  ref?: string
  cash?: string
  inPlay?: string
  stake?: string
  pay?: string
}

/** An event that somebody with the application's role books as the program does, for the member and against the account of vj. */
function book({
  kind,
  source = 120,
  key,
  hash,
  ref = 'NULL',
  cash = '0',
  inPlay = '0',
  stake = '0',
  pay = '0',
}: Booked): string {
  const requestHash = hash ?? '(random() * 9e18)::bigint'
  const [post, transaction] =
    key === neverSent && Math.abs(source) === 120 ? ['ledger_post_for_provider', `, 'never sent'`] : ['ledger_post', '']
  return `v_t := (${post}((vj.member_id, ${kind}, ${source}, ${key}, ${requestHash}, ${cash}, 0, ${inPlay}, 0, 0, ${stake}, ${pay},
      vj.contra_id, ${ref}, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)::ledger_request${transaction})).outcome;
    IF v_t NOT IN ('done', 'tombstone') THEN RAISE EXCEPTION 'it was %', v_t; END IF;`
}

const win = { kind: 2, key: neverSent, ref: 'vj.key', cash: '90000000', inPlay: '-vj.d_in_play', pay: '90000000' }

/** The event after which the proofs of a member begin, set to one that comes. */
const declareUnproven = `INSERT INTO play_unproven (member_id, last_seq) VALUES (vj.member_id, (SELECT seq + 1 FROM wallet w WHERE w.member_id = vj.member_id))
  ON CONFLICT (member_id) DO UPDATE SET last_seq = excluded.last_seq;`

/** Events of play that the program did not book, with every other trace of honest ones. */
export const proofCorruptions: readonly Corruption[] = [
  { name: 'an invented win of an undecided bet', sql: act(openBet + book(win)), seenBy: ['play-proofs'] },
  {
    name: 'an invented rollback of an undecided bet',
    sql: act(openBet + book({ kind: 4, source: -120, key: 'vj.key' })),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented rollback of a bet that comes later',
    sql: act(openBet + book({ kind: 4, source: -120, key: neverSent })),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented bet, lost',
    sql: act(openBet + book({ kind: 1, key: neverSent, cash: '-10000000', stake: '10000000' })),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented win beside a real one, with its proof',
    sql: act(
      paidWin + book({ ...win, ref: 'vj.ref', hash: 'vj.request_hash', cash: 'vj.pay', inPlay: '0', pay: 'vj.pay' }),
    ),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented win with the proof of its bet',
    sql: act(openBet + book({ ...win, hash: 'vj.request_hash' })),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a win at a provider given to another bet',
    sql: act(`${paidWin}
      UPDATE journal SET ref = (SELECT b.key FROM journal b WHERE b.member_id = vj.member_id AND b.kind = 1 AND b.key <> vj.ref AND b.d_in_play = 0 LIMIT 1)
        WHERE member_id = vj.member_id AND seq = vj.seq;`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a win of a larger amount',
    sql: act(`${paidWin} v_d := 70000;
      UPDATE journal SET pay = pay + v_d, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq; ${shift('cash')}`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a proof that was removed',
    sql: act(
      `${paidWin} UPDATE journal SET request_hash = request_hash >> 48 << 48 WHERE member_id = vj.member_id AND seq = vj.seq;`,
    ),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a proof for another request',
    sql: act(
      `${paidWin} UPDATE journal SET request_hash = request_hash # (1::bigint << 48) WHERE member_id = vj.member_id AND seq = vj.seq;`,
    ),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an archived win of a larger amount',
    sql: act(`SELECT j.* INTO STRICT vj FROM journal_archive j WHERE j.kind = 2 AND j.pay > 0 LIMIT 1; v_d := 70000;
      UPDATE journal_archive SET pay = pay + v_d, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq; ${shift('cash')}`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented win dated before there were proofs',
    sql: act(`${openBet} ${book(win)}
      UPDATE journal j SET at = '2020-01-01' FROM wallet w WHERE w.member_id = vj.member_id AND (j.member_id, j.seq) = (w.member_id, w.seq);`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an invented win of a member whose play is declared as unproven',
    sql: act(`${openBet} ${declareUnproven} ${book(win)}`),
    seenBy: ['states'],
  },
  {
    name: 'an invented win at a game of our own',
    sql: act(`${openBet} vj.contra_id := (SELECT a.id FROM wallet w JOIN account a USING (brand_id) WHERE w.member_id = vj.member_id
        AND a.class = 'gaming' AND a.reference = 'baize');
      v_k := uuidv7(); ${book({ kind: 1, source: 1, key: 'v_k', cash: '-10000', stake: '10000' })}
      ${book({ kind: 2, source: 1, key: 'uuidv7()', ref: 'v_k', cash: '90000000', pay: '90000000' })}`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a jackpot that nobody hit',
    sql: act(`${openBet} v_m := vj.member_id;
      SELECT s.tier, s.lane INTO STRICT v_t, v_i FROM jackpot_shard s WHERE s.pool > 1000 ORDER BY s.pool DESC LIMIT 1;
      UPDATE jackpot_shard SET pool = pool - 1000 WHERE tier = v_t AND lane = v_i;
      ${append(14, '3', 'uuidv7()', 'NULL', `(SELECT id FROM account WHERE class = 'jackpot_pool' AND reference = v_t)`, { cash: '1000' })}`),
    seenBy: ['jackpot-hits'],
  },
  {
    name: 'a hit of a jackpot with more than its pool ever had',
    sql: `INSERT INTO jackpot_hit (round_id, tier, ordinal, member_id, seq, at, amount, kept, reserve, reseed, reseed_from)
      SELECT r.id, t.tier, 1, r.member_id, 2, r.at, 900000000000000, 0, 0, t.reseed, h.from_id FROM round r
      CROSS JOIN jackpot_tier t JOIN account a ON a.class = 'jackpot_pool' AND a.reference = t.tier JOIN house_entry h ON h.to_id = a.id
      WHERE t.tier = 'mega' LIMIT 1`,
    seenBy: ['jackpot-hits', 'jackpot-amounts'],
  },
  {
    name: 'a blank in a provider’s transaction id',
    sql: `UPDATE provider_transaction SET transaction = transaction || ' ' WHERE transaction = 'bet-2'`,
    seenBy: ['play-proofs'],
  },
  {
    name: 'two transaction ids of a provider exchanged',
    sql: act(`SELECT journal_key INTO STRICT v_u FROM provider_transaction WHERE transaction = 'bet-1';
      SELECT journal_key INTO STRICT v_k FROM provider_transaction WHERE transaction = 'bet-2';
      UPDATE provider_transaction SET journal_key = uuidv7() WHERE transaction = 'bet-1';
      UPDATE provider_transaction SET journal_key = v_u WHERE transaction = 'bet-2';
      UPDATE provider_transaction SET journal_key = v_k WHERE transaction = 'bet-1';`),
    seenBy: ['play-proofs'],
  },
]
