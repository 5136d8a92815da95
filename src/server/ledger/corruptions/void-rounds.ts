import { listCorruptions } from './corruption.ts'

/** The void round of the world, and a winning round of its member before it. */
const voided = `(SELECT id FROM round WHERE units IS NULL)`
const won = `(SELECT id FROM round WHERE pay > 0 ORDER BY nonce LIMIT 1)`

/** Gives a round another stake, pay and result, with its event and every balance after it. `taken` is what the event stakes. */
function rebook(round: string, { taken, pay, set }: { taken: string; pay: string; set: string }): string {
  return `DO $$ DECLARE r round; j journal; d bigint; BEGIN
    SELECT * INTO STRICT r FROM round WHERE id = ${round};
    SELECT * INTO STRICT j FROM journal WHERE member_id = r.member_id AND ref = r.id;
    d := (${pay}) - (${taken}) - j.d_cash;
    UPDATE round SET pay = ${pay}, ${set} WHERE id = r.id;
    UPDATE journal SET stake = ${taken}, pay = ${pay}, d_cash = (${pay}) - (${taken}) WHERE member_id = j.member_id AND seq = j.seq;
    UPDATE journal SET cash = cash + d WHERE member_id = j.member_id AND seq >= j.seq;
    UPDATE wallet SET cash = cash + d WHERE member_id = j.member_id;
  END $$`
}

const voidEvents = `'[{"type":"void","reason":"no-result"}]'`

/** Alterations of void rounds and of versions that one closed; each check that is named sees it. */
export const voidCorruptions = listCorruptions([
  [
    'a version that takes rounds again after a void one',
    `UPDATE game_version SET closed_at = NULL, closed_reason = NULL`,
    'void-rounds',
    'states',
  ],
  ['a void round that is gone', `DELETE FROM round WHERE id = ${voided}`, 'void-rounds', 'rounds'],
  [
    'a win that is hidden as a void round, with its event and the balances',
    rebook(won, { taken: '0', pay: '0', set: `units = NULL, events = ${voidEvents}` }),
    'void-rounds',
    'play-proofs',
    'redraw',
  ],
  [
    'a void round that took its stake',
    rebook(voided, { taken: 'r.stake', pay: '0', set: 'shown = 1' }),
    'rounds',
    'play-proofs',
  ],
  [
    'a void round as a win, with its event and the balances',
    rebook(voided, {
      taken: 'r.stake',
      pay: 'r.stake * 10',
      set: `units = 200, events = '[{"type":"totalWin","pay":200}]'`,
    }),
    'void-rounds',
    'play-proofs',
    'redraw',
  ],
  [
    'a void round as a loss, with its event and the balances',
    rebook(voided, { taken: 'r.stake', pay: '0', set: `units = 0, events = '[{"type":"totalWin","pay":0}]'` }),
    'void-rounds',
    'play-proofs',
    'redraw',
  ],
  ['a void round of another stake', `UPDATE round SET stake = stake * 2 WHERE id = ${voided}`, 'play-proofs'],
  [
    'a void round for another reason',
    `UPDATE round SET events = replace(events, 'no-result', 'wrong-result') WHERE id = ${voided}`,
    'void-rounds',
    'play-proofs',
    'redraw',
  ],
  [
    'a void round with an event behind the first',
    `UPDATE round SET events = '[{"type":"void","reason":"no-result"},{"type":"totalWin","pay":20}]' WHERE id = ${voided}`,
    'round-pays',
  ],
  [
    'a void round whose events are no list',
    `UPDATE round SET events = 'no JSON' WHERE id = ${voided}`,
    'round-pays',
    'void-rounds',
  ],
  [
    'a version that was closed an hour before its last rounds',
    `UPDATE game_version SET closed_at = closed_at - interval '1 hour'`,
    'void-rounds',
    'states',
  ],
  ['a closing of a game that the audit lacks', `DELETE FROM audit WHERE act = 'game.close'`, 'void-rounds'],
])
