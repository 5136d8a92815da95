import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedReplay, OwnReplay, SeatExample, SlotExample, WatchedReplay } from '#contract/replay.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { readRoundRecord } from '#domain/games/round-record.ts'
import { openSeatGames, seatGames } from '#domain/games/seat-games.ts'
import { openTables } from '#domain/games/table/tables.ts'
import { verifyRound } from '#domain/games/verify-round.ts'
import { verifyText } from '#domain/games/verify-text.ts'
import { listedAfterMinutes, mostListedOfMember, mostShared } from '#domain/replay.ts'
import { appHandlers } from '#server/handlers.ts'
import {
  makeMember,
  makePlaySession,
  makeSession,
  someMoney,
  type MadeMember,
  type MemberOptions,
} from '#server/seed/builders.ts'
import { anySlot } from '#test/any-slot.ts'
import { createPool } from '#server/db/pool.ts'
import { changedBy } from '#test/changed-tables.ts'
import { setExclusionEnd } from '#test/exclusions.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { createTestApp, newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'
import { archiveOldRows } from '#server/ledger/archive.ts'
import { ageRows, daysAgo } from '#test/age-rows.ts'
import { forgetListed } from './listed.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ handlers: appHandlers, brand: { purpose: 'bench' } })
})
beforeEach(async () => {
  await alter('UPDATE public_replay SET listed = false')
  forgetListed(app.deps.events)
})
afterAll(() => app.close())

/** Alters rows past the triggers: of a share nothing is recorded. */
async function alter(statement: string): Promise<void> {
  const superuser = createPool(app.superUrl, { max: 1 })
  await commitPastTriggers(superuser, statement)
  await superuser.end()
}

type Player = { member: MadeMember; token: string; window: string }
type Spun = { roundId: string; pay: string; events: unknown[] }

async function player(options: MemberOptions = {}): Promise<Player> {
  const member = await makeMember(app.deps, app.brand, { cash: someMoney, ...options })
  const session = await makeSession(app.deps, member)
  const window = (await makePlaySession(app.deps, member, session)).id
  return { member, token: session.token, window }
}

async function spin(mina: Player, isShown = true): Promise<Spun> {
  const call = { token: mina.token, window: mina.window }
  const spun = await app.play('spin', { ...call, body: { requestId: newRequestId(), stake: '1000' } })
  const round = spun.body['round'] as Spun
  const body = { roundId: round.roundId, index: round.events.length - 1 }
  if (isShown) await app.play('ack', { ...call, body })
  return round
}

const share = ({ token }: Player, roundId: string, more: object = { agreed: true }): Promise<TestResponse> =>
  app.member('share-round', { token, body: { roundId, ...more } })
const own = async ({ token }: Player): Promise<OwnReplay[]> =>
  (await app.member('get-own-replays', { token, body: {} })).body['replays'] as OwnReplay[]
const watch = (id: string, remoteAddress?: string): Promise<TestResponse> =>
  app.member('get-public-replay', { body: { id }, ...(remoteAddress !== undefined && { remoteAddress }) })
const listed = async (body: object = {}): Promise<ListedReplay[]> =>
  (await app.member('get-listed-replays', { body })).body['replays'] as ListedReplay[]

/** The begin of the brand's day, as `$2` is its time zone and `$3` minutes ago is the moment meant. */
const today = `date_trunc('day', now(), $2)`
const yesterday = `least(${today} - interval '1 second', now() - make_interval(mins => $3))`

/** A shared round that was played long enough ago to be listed, or at another moment. */
async function shareOld(
  mina: Player,
  more: object = { agreed: true, listed: true },
  playedAt: string = yesterday,
): Promise<string> {
  const { roundId } = await spin(mina)
  await app.ownerPool.query('ALTER TABLE round DISABLE TRIGGER round_is_final')
  await app.ownerPool.query(`UPDATE round SET at = ${playedAt} WHERE id = $1`, [
    roundId,
    app.brand.timeZone,
    listedAfterMinutes,
  ])
  await app.ownerPool.query('ALTER TABLE round ENABLE TRIGGER round_is_final')
  const shared = await share(mina, roundId, more)
  return (shared.body['replay'] as OwnReplay).id
}

describe('sharing a round', () => {
  test('needs the agreement once, gives an id of its own, and changes nothing but the share', async () => {
    const mina = await player()
    const { roundId, pay } = await spin(mina)
    let refused: TestResponse | undefined
    expect(await changedBy(app.ownerPool, async () => (refused = await share(mina, roundId, {})))).toEqual([])
    expect(refused?.body.status).toBe('consent')
    const agreed = async () =>
      (await app.member('get-own-replay', { token: mina.token, body: { roundId } })).body as Record<string, unknown>
    expect(await agreed()).toEqual({ status: 'success', replay: null, agreed: false })
    let shared: TestResponse | undefined
    const changed = await changedBy(app.ownerPool, async () => (shared = await share(mina, roundId)))
    expect(changed).toEqual(expect.arrayContaining(['public_replay', 'audit']))
    expect(changed.filter((table) => !/^(public_replay|audit|act_|state_)/.test(table))).toEqual([])
    const replay = shared?.body['replay'] as OwnReplay
    expect(replay).toMatchObject({ roundId, game: anySlot.code, listed: false })
    expect(Number(replay.multiple)).toBeCloseTo(Number(pay) / 1000, 2)
    expect(replay.id).not.toBe(roundId)
    // A random id tells no time.
    expect(replay.id[14]).toBe('4')
    expect(await agreed()).toEqual({ status: 'success', replay, agreed: true })
    const second = await spin(mina)
    expect((await share(mina, second.roundId, {})).body.status).toBe('success')
  })

  test('is done once, however often it is asked for', async () => {
    const mina = await player()
    const { roundId } = await spin(mina)
    const answers = await Promise.all([share(mina, roundId), share(mina, roundId), share(mina, roundId)])
    const ids = new Set(answers.map(({ body }) => (body['replay'] as OwnReplay | undefined)?.id))
    expect(ids.size).toBe(1)
    expect(await own(mina)).toHaveLength(1)
    expect(await changedBy(app.ownerPool, () => share(mina, roundId))).toEqual([])
  })

  test('is refused for another’s round, one that is still shown, and a void one', async () => {
    const [mina, juno] = [await player(), await player()]
    const { roundId } = await spin(mina)
    expect((await share(juno, roundId)).body.status).toBe('none')
    expect((await share(mina, randomUUID())).body.status).toBe('none')
    const open = await spin(mina, false)
    expect((await share(mina, open.roundId)).body.status).toBe('open-round')
    await app.ownerPool.query('ALTER TABLE round DISABLE TRIGGER round_is_final')
    await app.ownerPool.query(`UPDATE round SET events = '[{"type":"void","reason":"no-result"}]' WHERE id = $1`, [
      roundId,
    ])
    await app.ownerPool.query('ALTER TABLE round ENABLE TRIGGER round_is_final')
    expect((await share(mina, roundId)).body.status).toBe('unfit')
    expect(await own(mina)).toEqual([])
  })

  test('is bounded, and a share taken back makes room', async () => {
    const mina = await player()
    const [first, last] = [await spin(mina), await spin(mina)]
    const { body } = await share(mina, first.roundId)
    await alter(
      `INSERT INTO public_replay (round_id, member_id) SELECT gen_random_uuid(), ${mina.member.id} FROM generate_series(2, ${mostShared})`,
    )
    expect((await share(mina, last.roundId)).body.status).toBe('many')
    const { id } = body['replay'] as OwnReplay
    await app.member('take-back-replay', { token: mina.token, body: { id } })
    expect((await share(mina, last.roundId)).body.status).toBe('success')
  })
})

describe('a public replay', () => {
  test('shows guests the game, the multiple and the events, and nothing else', async () => {
    const mina = await player()
    const round = await spin(mina)
    const { id } = (await share(mina, round.roundId)).body['replay'] as OwnReplay
    const { body } = await watch(id)
    const replay = body['replay'] as WatchedReplay
    expect(Object.keys(replay).toSorted()).toEqual(
      ['day', 'game', 'kind', 'mathHash', 'names', 'round', 'rtp', 'winPercent'].toSorted(),
    )
    expect(replay.round).toMatchObject({ events: round.events })
    expect(replay.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const text = JSON.stringify(body)
    for (const hidden of [round.roundId, mina.member.publicId, mina.member.loginId, '"stake"', '"pay":"']) {
      expect(text).not.toContain(hidden)
    }
  })

  test('ends at once when it is taken back, for ever, by its member alone', async () => {
    const [mina, juno] = [await player(), await player()]
    const { roundId } = await spin(mina)
    const { id } = (await share(mina, roundId)).body['replay'] as OwnReplay
    const takeBack = ({ token }: Player) => app.member('take-back-replay', { token, body: { id } })
    expect((await takeBack(juno)).body.status).toBe('none')
    expect((await watch(id)).body.status).toBe('success')
    expect((await takeBack(mina)).body.status).toBe('success')
    expect((await watch(id)).body).toEqual({ status: 'none' })
    expect(await changedBy(app.ownerPool, () => takeBack(mina))).toEqual([])
    const again = (await share(mina, roundId, {})).body['replay'] as OwnReplay
    expect(again.id).not.toBe(id)
    expect((await watch(id)).body.status).toBe('none')
  })

  test('stays when its round moves to the archive', async () => {
    const mina = await player()
    const { roundId, events } = await spin(mina)
    const { id } = (await share(mina, roundId)).body['replay'] as OwnReplay
    await spin(mina)
    await ageRows(app.ownerPool, [mina.member.id], { days: 500, keep: 1 })
    expect((await archiveOldRows(app.ownerPool, { before: daysAgo(400) })).rounds).toBe(1)
    expect((await watch(id)).body).toMatchObject({ status: 'success', replay: { round: { events } } })
    expect(await own(mina)).toHaveLength(1)
  })

  test('is not found by the id of its round, by a foreign brand’s name or by a hostile one', async () => {
    const mina = await player()
    const { roundId } = await spin(mina)
    await share(mina, roundId)
    expect((await watch(roundId)).body.status).toBe('none')
    expect((await watch(randomUUID())).body.status).toBe('none')
    for (const id of ['', '1', "' OR true --", '../../etc', 'ａ'.repeat(36), '0'.repeat(100_000)]) {
      expect([400, 413]).toContain((await watch(id)).code)
    }
  })
})

describe('the list of shared rounds', () => {
  test('has listed rounds from the day after them, with the return of their game', async () => {
    const mina = await player()
    const id = await shareOld(mina)
    await shareOld(mina, {})
    // Of today: who asks for the list again and again would learn its minute.
    const played = `greatest(${today}, now() - make_interval(mins => $3 + 1))`
    await shareOld(mina, { listed: true }, played)
    const [entry, ...more] = await listed()
    expect(more).toEqual([])
    expect(entry).toMatchObject({ id, game: anySlot.code, rtp: expect.stringMatching(/^9\d/) })
    expect(Object.keys(entry ?? {}).toSorted()).toEqual(['day', 'game', 'id', 'multiple', 'names', 'rtp'])
    expect(await listed({ game: anySlot.code })).toEqual([entry])
    expect(await listed({ game: 'no-such-game' })).toEqual([])
  })

  test('has no member twice too often, and drops what is taken back at once', async () => {
    const mina = await player()
    const ids: string[] = []
    for (let count = 0; count <= mostListedOfMember; count += 1) ids.push(await shareOld(mina))
    const shown = ids.slice(1).toReversed()
    expect((await listed()).map(({ id }) => id)).toEqual(shown)
    await app.member('take-back-replay', { token: mina.token, body: { id: shown[0] } })
    expect((await listed()).map(({ id }) => id)).toEqual([shown[1], ids[0]])
  })

  test.each([
    ['blocked', (id: bigint) => app.ownerPool.query(`UPDATE member SET status = 'blocked' WHERE id = $1`, [id])],
    ['on a break', (id: bigint) => setExclusionEnd(app.ownerPool, id, `now() + interval '1 hour'`)],
    ['excluded', (id: bigint) => setExclusionEnd(app.ownerPool, id, `'infinity'`)],
    ['of the house', (id: bigint) => app.ownerPool.query('UPDATE member SET house = true WHERE id = $1', [id])],
  ])('has no round of a member who is %s', async (_name, restrict) => {
    const mina = await player()
    await shareOld(mina)
    expect(await listed()).toHaveLength(1)
    await restrict(mina.member.id)
    forgetListed(app.deps.events)
    expect(await listed()).toEqual([])
  })

  test('has a round also below hundreds of newer shares that do not fit', async () => {
    const mina = await player()
    const id = await shareOld(mina)
    await alter(
      `INSERT INTO public_replay (round_id, member_id, listed) SELECT gen_random_uuid(), ${mina.member.id}, true FROM generate_series(1, 260)`,
    )
    forgetListed(app.deps.events)
    expect((await listed()).map((entry) => entry.id)).toEqual([id])
    await alter('DELETE FROM public_replay WHERE round_id NOT IN (SELECT id FROM round)')
  })

  test('takes no round of an account of the house, whose address works', async () => {
    const mina = await player({ house: true })
    const { roundId } = await spin(mina)
    expect((await share(mina, roundId, { agreed: true, listed: true })).body.status).toBe('house')
    expect((await share(mina, roundId)).body.status).toBe('success')
  })
})

describe('a share that somebody altered in the database', () => {
  const logged = (): string => app.errors.splice(0).join(' ')

  test.each([
    ['shows another round', (id: string, other: string) => `round_id = '${other}' WHERE id = '${id}'`],
    ['was put back', (id: string) => `listed = listed WHERE id = '${id}'`],
    ['is given to another id', (id: string, other: string) => `id = '${other}' WHERE id = '${id}'`],
  ])('is neither shown nor listed where it %s', async (_name, change) => {
    const mina = await player()
    const other = (await spin(mina)).roundId
    const id = await shareOld(mina)
    expect((await watch(id)).body.status).toBe('success')
    expect((await listed()).map((entry) => entry.id)).toEqual([id])
    await alter(`UPDATE public_replay SET ${change(id, other)}`)
    forgetListed(app.deps.events)
    for (const one of [id, other]) expect((await watch(one)).body).toEqual({ status: 'none' })
    expect(await listed()).toEqual([])
    expect(logged()).toContain('a shared round is not as it was recorded')
  })

  test('shows no round again that was taken back', async () => {
    const mina = await player()
    const id = await shareOld(mina)
    await app.member('take-back-replay', { token: mina.token, body: { id } })
    await alter(`UPDATE public_replay SET taken_back_at = NULL, listed = true WHERE id = '${id}'`)
    forgetListed(app.deps.events)
    expect((await watch(id)).body).toEqual({ status: 'none' })
    expect(await listed()).toEqual([])
    expect(logged()).toContain('a shared round is not as it was recorded')
  })

  test('is not listed where its member did not want it', async () => {
    const id = await shareOld(await player(), { agreed: true })
    await alter(`UPDATE public_replay SET listed = true WHERE id = '${id}'`)
    forgetListed(app.deps.events)
    expect(await listed()).toEqual([])
    expect(logged()).toContain('a shared round is not as it was recorded')
  })

  test('is no agreement of its member, and shows nothing', async () => {
    const mina = await player()
    const [shared, { roundId }] = [await spin(mina), await spin(mina)]
    const id = randomUUID()
    await alter(
      `INSERT INTO public_replay (id, round_id, member_id, listed) VALUES ('${id}', '${shared.roundId}', ${mina.member.id}, true)`,
    )
    expect((await watch(id)).body).toEqual({ status: 'none' })
    expect((await share(mina, roundId, {})).body.status).toBe('consent')
    expect((await app.member('get-own-replay', { token: mina.token, body: { roundId } })).body['agreed']).toBe(false)
    expect((await share(mina, roundId)).body.status).toBe('success')
    expect(logged()).toContain('a shared round is not as it was recorded')
  })
})

describe('the examples', () => {
  const games = catalogue.map(({ game }) => game)

  test.each(catalogue.map(({ game }) => game.code))('of %s are proven by their records', async (code) => {
    const { body } = await app.member('get-watched-game', { body: { game: code } })
    const { examples } = body['watch'] as { examples: SlotExample[] }
    expect(examples.length).toBeGreaterThan(0)
    for (const { record, events } of examples) {
      const read = readRoundRecord(record)
      if (read.kind !== 'record') throw new Error(record)
      expect(read.record.events).toEqual(events)
      expect(verifyRound(read.record, games).verdict).toBe('proven')
    }
  })

  test.each([...openTables])('of the table %s are marked where it has no round yet', async (code) => {
    const { body } = await app.member('get-watched-game', { body: { game: code } })
    expect(body).toMatchObject({ status: 'success', watch: { kind: 'table', game: code } })
    const { rounds } = body['watch'] as { rounds: { number: number | null; outcome: unknown }[] }
    expect(rounds.length).toBeGreaterThan(0)
    expect(rounds.filter(({ number }) => number !== null)).toEqual([])
    const { record } = body['watch'] as { record: string }
    const { rounds: proven } = JSON.parse(record) as { rounds: { outcome: unknown }[] }
    expect(proven.map(({ outcome }) => outcome)).toEqual(rounds.map(({ outcome }) => outcome))
  })

  test.each([...openSeatGames])('of %s are proven by their records and shown with what was decided', async (code) => {
    const { body } = await app.member('get-watched-game', { body: { game: code } })
    expect(body).toMatchObject({
      status: 'success',
      watch: { kind: 'seat', game: code, rtp: '99.59', winPercent: '43.3' },
    })
    const { examples } = body['watch'] as { examples: SeatExample[] }
    expect(examples.map(({ why }) => why)).toEqual(['first', 'win', 'split'])
    for (const { record, view, decisions } of examples) {
      const answer = verifyText(
        record,
        seatGames.map(({ game }) => game),
      )
      expect(answer).toMatchObject({ kind: 'decided', verification: { verdict: 'proven' } })
      expect(JSON.parse(record)).toMatchObject({
        events: view.events,
        decisions: decisions.map(({ action }) => action),
      })
    }
  })

  test('there are none of a game that the brand does not list', async () => {
    for (const game of ['', 'no-such-game', '__proto__', 'ａ']) {
      expect((await app.member('get-watched-game', { body: { game } })).body).toEqual({ status: 'none' })
    }
  })
})
