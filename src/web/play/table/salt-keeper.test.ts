import { expect, test } from 'vitest'
import { saltHashOf } from '#domain/games/table/salt-list.ts'
import { seriesOf } from '#test/table-samples.ts'
import type { PlayCall } from '#web/play/kit/calls.ts'
import { createSaltKeeper } from './salt-keeper.ts'

const salt = '07'.repeat(32)
const other = '08'.repeat(32)
const series = seriesOf({ phase: 'hashes' })
const ownHash = saltHashOf(series, { seat: 'seat-1', salt })
const otherHash = saltHashOf(series, { seat: 'seat-2', salt: other })
const closed = [
  { seat: 'seat-1', saltHash: ownHash, salt: null, unmixed: null },
  { seat: 'seat-2', saltHash: otherHash, salt: null, unmixed: null },
]
const final = closed.map((one, index) => ({ ...one, salt: index === 0 ? salt : other }))

function keeperOf(answers: Readonly<Record<string, string>> = {}, entries = new Map<string, string>()) {
  const sent: [string, unknown][] = []
  const call = ((name: string, body: unknown) => {
    sent.push([name, body])
    const status = answers[name] ?? 'success'
    return Promise.resolve(status === 'lost' ? { kind: 'lost' } : { kind: 'answer', answer: { status } })
  }) as unknown as PlayCall
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, to: string) => void entries.set(key, to),
  }
  const keeper = createSaltKeeper({
    call,
    seat: 'seat-1',
    storage,
    randomBytes: () => new Uint8Array(32).fill(7),
    wait: () => Promise.resolve(),
  })
  return { keeper, sent, entries }
}

const settled = () => new Promise((done) => setTimeout(done))

test('a browser sends the hash of its salt, then the salt, each once, and finds it in the list', async () => {
  const { keeper, sent } = keeperOf()
  for (const phase of ['hashes', 'hashes'] as const) keeper.follow({ ...series, phase })
  await settled()
  expect(keeper.state.get()).toEqual({ firstLink: 1, part: 'taking', faults: [] })
  for (let twice = 0; twice < 2; twice += 1) keeper.follow({ ...series, phase: 'salts', entries: closed })
  await settled()
  expect(sent).toEqual([
    ['send-salt-hash', { firstLink: 1, saltHash: ownHash }],
    ['send-salt', { firstLink: 1, salt }],
  ])
  keeper.follow({ ...series, phase: 'running', entries: final })
  expect(keeper.state.get()).toEqual({ firstLink: 1, part: 'mixed', faults: [] })
})

test('another list than the closed one, or one without the own salt, is a fault, also after a reload', async () => {
  const { keeper, entries } = keeperOf()
  keeper.follow(series)
  await settled()
  keeper.follow({ ...series, phase: 'salts', entries: closed })
  await settled()
  const without = [{ ...closed[0], salt: null, unmixed: 'missing' as const }, final[1]] as typeof final
  const running = { ...series, phase: 'running' as const, entries: without }
  keeper.follow(running)
  expect(keeper.state.get().faults).toEqual([{ kind: 'own-salt-left-out', seat: 'seat-1' }])
  const reloaded = keeperOf({}, entries).keeper
  reloaded.follow({ ...running, entries: final.slice(1) })
  expect(reloaded.state.get().faults.map(({ kind }) => kind)).toEqual(['hashes-changed', 'own-salt-left-out'])
})

test('the salt is sent with the one that was hashed before a reload', async () => {
  const { keeper, entries } = keeperOf()
  keeper.follow(series)
  await settled()
  const reloaded = keeperOf({}, entries)
  reloaded.keeper.follow({ ...series, phase: 'salts', entries: closed })
  await settled()
  expect(reloaded.sent).toEqual([['send-salt', { firstLink: 1, salt }]])
})

test('a lost answer is repeated with the same hash; a late hash takes no part and misses nothing', async () => {
  const lost = keeperOf({ 'send-salt-hash': 'lost' })
  lost.keeper.follow(series)
  await settled()
  expect(new Set(lost.sent.map(([, body]) => JSON.stringify(body))).size).toBe(1)
  expect(lost.sent).toHaveLength(4)
  const late = keeperOf({ 'send-salt-hash': 'late' })
  late.keeper.follow(series)
  await settled()
  late.keeper.follow({ ...series, phase: 'salts', entries: closed.slice(1) })
  late.keeper.follow({ ...series, phase: 'running', entries: final.slice(1), lateSeats: ['seat-1'] })
  await settled()
  expect(late.keeper.state.get()).toEqual({ firstLink: 1, part: 'late', faults: [] })
  expect(late.sent).toHaveLength(1)
})

test('a browser that came after the hashes keeps their digest and has no salt of its own', async () => {
  const { keeper, sent } = keeperOf()
  keeper.follow({ ...series, phase: 'salts', entries: closed })
  await settled()
  expect([sent, keeper.keptOf(series)?.own]).toEqual([[], null])
  keeper.follow({ ...series, phase: 'running', entries: final.slice(1) })
  expect(keeper.state.get().faults.map(({ kind }) => kind)).toEqual(['hashes-changed'])
})
