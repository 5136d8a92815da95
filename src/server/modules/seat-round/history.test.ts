import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FoundRound } from '#contract/history.ts'
import type { ListedReplay, OwnReplay, WatchedReplay } from '#contract/replay.ts'
import { makeOperator } from '#server/seed/builders.ts'
import { expectNoErrorsAndCleanBooks } from '#test/office-test-app.ts'
import { createSeatApp, isOpenPair, type SeatApp } from '#test/seat-app.ts'
import { makeOperatorSession } from '#test/test-app.ts'
import { replayedRound } from '../../../../scripts/books-round.ts'

/** What members and operators read of rounds with decisions outside their window. */

let app: SeatApp
beforeAll(async () => {
  app = await createSeatApp()
})
afterEach(() => expectNoErrorsAndCleanBooks(app))
afterAll(() => app.close())

/** Yesterday to tomorrow, whatever the time zone. */
function days(): { from: string; to: string } {
  const [from = '', to = ''] = [-1, 1].map((add) => new Date(Date.now() + add * 86_400_000).toISOString().slice(0, 10))
  return { from, to }
}

test('a round is in the statement, can be asked about, and the office reads it as its member does', async () => {
  const [player, other] = [await app.sit(isOpenPair), await app.sit(isOpenPair)]
  const office = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const token = await makeOperatorSession(app, await makeOperator(app.deps, { roles: ['support'] }))
    return (await app.office(name, { token, headers: { 'x-locale': 'en' }, body })).body
  }
  const member = async (name: string, body: object, { token } = player): Promise<Record<string, unknown>> =>
    (await app.member(name, { token, headers: { 'x-locale': 'en' }, body })).body
  const { round } = await player.begin(10_000)
  const { roundId } = round
  const played = (await member('get-time-played', {}))['days'] as { minutes: number }[]
  expect(played.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(1)
  const common = { roundId, thirdParty: 'baize-live', gameName: 'Blackjack', code: 'blackjack', jackpot: null }
  expect(await member('get-bet', { roundId })).toMatchObject({
    bet: { ...common, status: 'open', balanceBet: '10000', balanceWin: '0' },
  })
  expect(await member('get-bet', { roundId }, other)).toEqual({ status: 'none' })
  const open = (await office('get-round', { id: roundId }))['round'] as {
    events: { type: string }[]
    serverSeedHash: string
  }
  expect(open.events).toEqual(round.view?.events)

  expect(await member('get-round', { roundId })).toEqual({ status: 'open-round' })
  const replayed = async (): Promise<string> =>
    ((await replayedRound(app.pool, app.deps.config.secret, roundId)) ?? []).join('\n')
  // Nothing of an open round that its member does not see.
  expect(await replayed()).toContain(`Events ${JSON.stringify(round.view?.events)}`)

  const { round: doubled } = await player.decide(round, 'double')
  expect(doubled.state).toBe('settled')
  const { returned } = doubled
  expect(await member('get-bet', { roundId })).toMatchObject({
    bet: { ...common, status: 'completed', balanceBet: '20000', balanceWin: returned, rolling: '50' },
  })
  expect(await office('get-round', { id: roundId })).toMatchObject({
    status: 'success',
    round: {
      game: 'Blackjack',
      stake: '20000',
      pay: returned,
      nonce: '0',
      member: { id: player.member.publicId },
      events: doubled.view?.events,
    },
  })

  expect(await member('get-round', { roundId })).toMatchObject({
    status: 'seat-round',
    round: { roundId, decisions: [{ action: 'double' }], returned, serverSeed: null, view: doubled.view },
  })
  expect(await member('get-round', { roundId }, other)).toEqual({ status: 'none' })
  expect(await replayed()).toMatch(/number 0,[\s\S]*Decisions double\nPlayed again: the same\.\nEvents \[/)
  await app.asSuper('UPDATE seat_round SET returned = returned + 10000 WHERE id = $1', [roundId])
  expect(await replayed()).toContain('Played again: DIFFERENT, has no event that proves it')
  await app.asSuper('UPDATE seat_round SET returned = returned - 10000 WHERE id = $1', [roundId])

  const ask = { title: '문의', contents: '결과가 다릅니다.', roundId }
  expect(await member('user-write-help', ask, other)).toEqual({ status: 'fail' })
  expect(await member('user-write-help', ask)).toMatchObject({ status: 'success' })
  expect((await office('get-helps', {}))['helps']).toMatchObject([{ roundId, roundKind: 'seat', kind: 'round' }])

  const found = {
    kind: 'seat',
    id: roundId,
    names: { en: 'Blackjack' },
    number: 0,
    member: { id: player.member.publicId },
  }
  const find = async (text: string) => (await office('get-found-rounds', { text }))['rounds']
  const [{ member: named } = { member: null }] = (await find(roundId)) as FoundRound[]
  const names = [player.member.loginId.toUpperCase(), named?.nick, named?.referenceCode.toLowerCase()]
  for (const text of [` ${roundId.toUpperCase()} `, ...names.map((name) => `${name} #0`)]) {
    expect(await find(text)).toMatchObject([found])
  }
  for (const text of [`${player.member.loginId} 1`, `${other.member.loginId} 0`, player.member.loginId, "' OR 1=1 0"]) {
    expect(await find(text)).toEqual([])
  }

  const statement = await member('get-statement', days())
  const entries = statement['entries'] as { kind: string; gameName: string | null; in: string; out: string }[]
  expect(entries.map(({ kind, gameName, in: came, out }) => [kind, gameName, came, out]).slice(0, 3)).toEqual([
    ['settled', 'Blackjack', returned, '0'],
    ['bet', 'Blackjack', '0', '10000'],
    ['bet', 'Blackjack', '0', '10000'],
  ])
})

test('a decision without a stake is no entry of the statement', async () => {
  const player = await app.sit(isOpenPair)
  await player.decide((await player.begin(10_000)).round, 'stand')
  const { body: statement } = await app.member('get-statement', { token: player.token, body: days() })
  expect((statement['entries'] as { kind: string }[]).map(({ kind }) => kind)).toEqual(['settled', 'bet', 'issue'])
})

test('a round is shared with its cards and decisions, without stake, member and hour, and is listed from the next day on', async () => {
  const [player, other] = [await app.sit(isOpenPair), await app.sit(isOpenPair)]
  const member = async (name: string, body: object, token?: string): Promise<Record<string, unknown>> =>
    (await app.member(name, { ...(token !== undefined && { token }), body })).body
  const { round } = await player.begin(10_000)
  const { roundId } = round
  const share = (more: object = { agreed: true }, { token } = player) =>
    member('share-round', { roundId, ...more }, token)
  expect(await share()).toEqual({ status: 'open-round' })
  const { round: ended } = await player.decide(round, 'double')
  expect(await share({})).toEqual({ status: 'consent' })
  expect(await share({ agreed: true }, other)).toEqual({ status: 'none' })

  const { id, multiple, listed } = (await share({ agreed: true, listed: true }))['replay'] as OwnReplay
  expect([listed, Number(multiple)]).toEqual([true, Number(ended.returned) / Number(ended.staked)])
  expect(await member('get-own-replays', {}, player.token)).toMatchObject({
    replays: [{ id, roundId, game: 'blackjack' }],
  })
  const watched = await member('get-public-replay', { id })
  const replay = watched['replay'] as WatchedReplay
  expect(Object.keys(replay).toSorted()).toEqual(
    ['day', 'game', 'kind', 'mathHash', 'names', 'round', 'rtp', 'winPercent'].toSorted(),
  )
  expect(replay).toMatchObject({ kind: 'seat', game: 'blackjack' })
  expect(replay.round).toEqual({ multiple, view: ended.view, decisions: [{ action: 'double', isDefault: false }] })
  for (const hidden of [roundId, player.member.publicId, player.member.loginId, '"20000"', ended.betTime]) {
    expect(JSON.stringify(watched)).not.toContain(hidden)
  }

  const lists = async () => (await member('get-listed-replays', { game: 'blackjack' }))['replays'] as ListedReplay[]
  expect(await lists()).toEqual([])
  // The same round two days ago.
  const moved = (by: string) => app.asSuper(`UPDATE seat_round SET at = at ${by} WHERE id = $1`, [roundId])
  await moved(`- interval '2 days'`)
  // A change of the share is seen at once.
  for (const listed of [false, true]) await share({ listed })
  const [entry] = await lists()
  expect(entry).toMatchObject({ id, multiple, rtp: '99.59' })
  await moved(`+ interval '2 days'`)

  expect(await member('take-back-replay', { id }, player.token)).toEqual({ status: 'success' })
  expect(await member('get-public-replay', { id })).toEqual({ status: 'none' })
})

test('a shared round that becomes void is shown no more', async () => {
  const player = await app.sit(isOpenPair)
  const { round } = await player.decide((await player.begin(10_000)).round, 'stand')
  const { roundId } = round
  const body = { roundId, agreed: true }
  const shared = (await app.member('share-round', { token: player.token, body })).body['replay'] as OwnReplay
  const watch = async () => (await app.member('get-public-replay', { body: { id: shared.id } })).body.status
  expect(await watch()).toBe('success')
  const state = (to: string) => app.asSuper(`UPDATE seat_round SET ${to} WHERE id = $1`, [roundId])
  await state(`state = 'void', void_reason = 'office', voided_at = now()`)
  expect(await watch()).toBe('none')
  expect((await app.member('share-round', { token: player.token, body })).body.status).toBe('unfit')
  await state(`state = 'settled', void_reason = NULL, voided_at = NULL`)
})
