import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '#server/seed/builders.ts'
import { createSeatApp, faultsOfBooks, isOpenHand, type SeatApp, type SeatPlayer } from '#test/seat-app.ts'
import { makeOperatorSession, type TestResponse } from '#test/test-app.ts'
import { replayedRound } from '../../../../scripts/books-round.ts'

/** A superuser without `APP_SECRET` who plants rows or alters them for a moment, to read cards that nobody has seen (docs/decisions/046-seat-rounds.md). */

let app: SeatApp
let staff: (name: string, body: object) => Promise<TestResponse>

beforeAll(async () => {
  app = await createSeatApp()
  const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
  staff = (name, body) => app.office(name, { token, body })
})
afterEach(() => expectNoErrors())
afterAll(() => app.close())

function expectNoErrors(): void {
  expect(app.errors.splice(0)).toEqual([])
}

/** What every call that shows a round answers of it, and what the command prints. */
async function answersOf({ call, token }: SeatPlayer, roundId: string): Promise<Record<string, TestResponse>> {
  return {
    'get-seat-round': await call('get-seat-round', { roundId }),
    'get-seat-rounds': await call('get-seat-rounds', { skip: 0, take: 10 }),
    'get-seat-session': await call('get-seat-session'),
    'get-round': await app.member('get-round', { token, body: { roundId } }),
    'office get-seat-round': await staff('get-seat-round', { id: roundId }),
    'office get-round': await staff('get-round', { id: roundId }),
  }
}

async function printed(roundId: string): Promise<string> {
  return ((await replayedRound(app.pool, app.deps.config.secret, roundId)) ?? []).join('\n')
}

/** Calls whose answer has a card; their refusals are in the log. */
function withCards(answers: Record<string, TestResponse>): string[] {
  app.errors.splice(0)
  return Object.entries(answers).flatMap(([name, { body }]) => (JSON.stringify(body).includes('"cards"') ? [name] : []))
}

/** A row of the member's next round, which has not begun. */
async function plant({ member }: SeatPlayer, columns: string, values: string): Promise<string> {
  const id = randomUUID()
  await app.asSuper(
    `INSERT INTO seat_round (id, member_id, game_version_id, nonce, seed_id, request_id, stake, staked, decide_by, at, ${columns})
      SELECT $1, q.member_id, q.game_version_id, w.nonce, w.seed_id, gen_random_uuid(), q.stake, q.stake, q.decide_by, now(), ${values}
        FROM seat_round q JOIN wallet w USING (member_id) WHERE q.member_id = $2 LIMIT 1`,
    [id, String(member.id)],
  )
  return id
}

test.each([
  ['settled', `state, returned, ended_at, defaulted`, `'settled', 0, now(), true`],
  ['open with the default', `state, defaulted`, `'open', true`],
  ['open', `state`, `'open'`],
  [
    'void by operators',
    `state, void_reason, ended_at, voided_at, returned, defaulted`,
    `'void', 'office', now(), now(), 0, true`,
  ],
  ['void by operators before its end', `state, void_reason, ended_at, defaulted`, `'void', 'office', now(), true`],
])('a planted row of the next round shows no card: %s', async (_, columns, values) => {
  const player = await app.sit(isOpenHand)
  await player.decide((await player.begin()).round, 'stand')
  const id = await plant(player, columns, values)
  const { 'get-seat-rounds': list, ...answers } = await answersOf(player, id)
  expect(withCards(answers)).toEqual([])
  const { rounds = [] } = (list?.body ?? {}) as { rounds?: { roundId: string; view: unknown }[] }
  expect(rounds.find(({ roundId }) => roundId === id)?.view ?? null).toBeNull()
  expect(await printed(id)).not.toContain('"card')
  // Nor does redrawing tell what it comes to, in the books or by the command.
  expect(await faultsOfBooks(app, ['redraw'])).toEqual([`redraw: ${id}: has no event that proves it`])
  expect(await printed(id)).toContain('DIFFERENT, has no event that proves it')
  await app.asSuper('DELETE FROM seat_round WHERE id = $1', [id])
  expect(await faultsOfBooks(app, ['seat-bets', 'play-proofs'])).toEqual([])
})

test.each([
  ['the default', `defaulted = true`],
  ['the default after its time', `defaulted = true, decide_by = at + interval '5 s'`],
  ['a result', `state = 'settled', returned = 0, ended_at = now()`],
  ['a result after the default', `state = 'settled', returned = 0, ended_at = now(), defaulted = true`],
  [
    'a void by operators',
    `state = 'void', void_reason = 'office', ended_at = now(), voided_at = now(), returned = 0, defaulted = true`,
  ],
])('an open round shows no card more while its row has %s for a moment', async (_, alter) => {
  const player = await app.sit(isOpenHand)
  const { round } = await player.begin()
  const { rows } = await app.ownerPool.query('SELECT to_jsonb(q) AS row FROM seat_round q WHERE id = $1', [
    round.roundId,
  ])
  await app.asSuper(`UPDATE seat_round SET ${alter} WHERE id = $1`, [round.roundId])
  const answers = await answersOf(player, round.roundId)
  app.errors.splice(0)
  const seen = JSON.stringify(round.view?.dealer)
  for (const { body } of Object.values(answers))
    for (const [dealer] of JSON.stringify(body).matchAll(/(?<="dealer":)\{[^}]*\}[^}]*\}/g))
      expect(seen).toContain(dealer)
  expect(await printed(round.roundId)).not.toContain('"dealer-')
  await app.asSuper(
    `UPDATE seat_round q SET (state, returned, ended_at, voided_at, void_reason, defaulted, decide_by) =
      (SELECT state, returned, ended_at, voided_at, void_reason, defaulted, decide_by FROM jsonb_populate_record(NULL::seat_round, $2)) WHERE id = $1`,
    [round.roundId, JSON.stringify((rows[0] as { row: object }).row)],
  )
  expect((await player.decide(round, 'stand')).status).toBe(alter.includes("'void'") ? 'error' : 'success')
  expect(app.errors.splice(0).join(' ')).toContain(alter.includes("'void'") ? 'went back behind what was answered' : '')
  expect(await faultsOfBooks(app, ['seat-bets', 'seat-times', 'play-proofs'])).toEqual([])
})
