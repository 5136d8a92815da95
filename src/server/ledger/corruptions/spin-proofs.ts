import type { Corruption } from './corruption.ts'
import { act, shift, unlimited } from './invention.ts'

/** A lost spin of a member, its event in vj and its round in vr. */
const lostSpin = `SELECT j.* INTO STRICT vj FROM ONLY journal j WHERE j.kind = 3 AND j.pay = 0 AND ${unlimited('j')} ORDER BY j.at DESC LIMIT 1;
    SELECT r.* INTO STRICT vr FROM round r WHERE r.id = vj.ref;`

/** Two spins of a member that have everything alike but their stakes and pays, in vj and vk, and their rounds in vr and vr2. */
const twoSpins = (
  which: string,
): string => `SELECT j.seq, k.seq, j.member_id INTO STRICT v_n, v_o, v_m FROM ONLY journal j
    JOIN ONLY journal k ON k.member_id = j.member_id AND k.rate_id = j.rate_id AND k.contra_id = j.contra_id AND k.seq <> j.seq
      AND (k.share_mega IS NULL) = (j.share_mega IS NULL) AND (k.share_minor IS NULL) = (j.share_minor IS NULL)
    WHERE j.kind = 3 AND k.kind = 3 AND j.d_turnover = 0 AND k.d_turnover = 0 AND ${which} AND ${unlimited('j')} LIMIT 1;
  SELECT * INTO STRICT vj FROM journal WHERE member_id = v_m AND seq = v_n;
  SELECT * INTO STRICT vk FROM journal WHERE member_id = v_m AND seq = v_o;
  SELECT * INTO STRICT vr FROM round WHERE id = vj.ref;
  SELECT * INTO STRICT vr2 FROM round WHERE id = vk.ref;`

/** The balances of member v_m, by the changes of their events. */
const balancesAgain = `UPDATE journal j SET cash = s.cash, comp = s.comp FROM (SELECT seq, sum(d_cash) OVER (ORDER BY seq) AS cash,
      sum(d_comp) OVER (ORDER BY seq) AS comp FROM journal WHERE member_id = v_m) s WHERE j.member_id = v_m AND j.seq = s.seq;
  UPDATE wallet SET cash = (SELECT sum(d_cash) FROM journal WHERE member_id = v_m) WHERE member_id = v_m;`

const declareUnproven = `INSERT INTO spin_unproven (member_id, last_seq) VALUES (vj.member_id, vj.seq)
  ON CONFLICT (member_id) DO UPDATE SET last_seq = excluded.last_seq;`

/** Spins that the program did not book as they are; that of a client seed is in `modules/slot/revealed-seed.test.ts`. */
export const spinProofCorruptions: readonly Corruption[] = [
  {
    name: 'a spin of a smaller stake',
    sql: act(`${lostSpin} v_d := vj.stake / 2;
      UPDATE journal SET stake = stake - v_d, d_cash = d_cash + v_d WHERE member_id = vj.member_id AND seq = vj.seq;
      UPDATE round SET stake = stake - v_d WHERE id = vr.id; ${shift('cash')}`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a win at the greater stake of a lost round, and that at its own',
    sql: act(`${twoSpins('j.pay > 0 AND k.pay = 0 AND k.stake > j.stake')} v_d := vj.pay * vk.stake / vj.stake;
      UPDATE round SET stake = vk.stake, pay = v_d WHERE id = vr.id;
      UPDATE round SET stake = vj.stake WHERE id = vr2.id;
      UPDATE journal SET stake = vk.stake, pay = v_d, d_cash = v_d - vk.stake, d_comp = vk.d_comp, share_mega = vk.share_mega,
        share_minor = vk.share_minor WHERE member_id = v_m AND seq = v_n;
      UPDATE journal SET stake = vj.stake, d_cash = -vj.stake, d_comp = vj.d_comp, share_mega = vj.share_mega, share_minor = vj.share_minor
        WHERE member_id = v_m AND seq = v_o;
      ${balancesAgain}`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'two lost rounds of one stake with each other’s ids',
    sql: act(`${twoSpins('j.pay = 0 AND k.pay = 0 AND k.stake = j.stake')}
      UPDATE round SET id = uuidv7() WHERE id = vr.id RETURNING id INTO v_u;
      UPDATE round SET id = vr.id WHERE id = vr2.id;
      UPDATE round SET id = vr2.id WHERE id = v_u;
      UPDATE journal SET ref = vk.ref WHERE member_id = v_m AND seq = v_n;
      UPDATE journal SET ref = vj.ref WHERE member_id = v_m AND seq = v_o;`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'another client seed of a pair with rounds',
    sql: act(`${lostSpin} UPDATE member_seed SET client_seed = client_seed || 'x' WHERE id = vr.seed_id;`),
    seenBy: ['play-proofs'],
  },
  {
    name: 'an archived spin under another key',
    sql: `UPDATE journal_archive SET key = uuidv7() WHERE kind = 3`,
    seenBy: ['play-proofs'],
  },
  {
    name: 'a spin whose proof was removed',
    sql: act(
      `${lostSpin} UPDATE journal SET request_hash = request_hash >> 48 << 48 WHERE member_id = vj.member_id AND seq = vj.seq;`,
    ),
    seenBy: ['play-proofs'],
  },
  {
    name: 'a spin of a member whose spins are declared as unproven',
    sql: act(
      `${lostSpin} ${declareUnproven} UPDATE journal SET key = uuidv7() WHERE member_id = vj.member_id AND seq = vj.seq;`,
    ),
    seenBy: ['states'],
  },
]
