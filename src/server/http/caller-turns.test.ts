import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createCallerTurns,
  longestTurnWaitMs,
  type CallerCall,
  type CallerTurns,
  type ClaimedSession,
} from './caller-turns.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const bounds = {
  member: { working: 2, inFlight: 5 },
  operator: { working: 1, inFlight: 2 },
  address: { working: 1, inFlight: 3 },
  network: { working: 2, inFlight: Infinity },
}

/** A session of a member; each has a token of its own. */
function session(holder: bigint, name: string): ClaimedSession {
  return { of: 'member', token: { hash: Buffer.from(name.padEnd(32)), holder, endsBy: new Date(0) } }
}

function know(turns: CallerTurns, claimed: ClaimedSession): void {
  const call = turns.enter(claimed, () => 'its own')
  call?.verified()
  call?.leave()
}

/** Enters and begins a call; `state` is what became of it. */
function open(turns: CallerTurns, claimed: ClaimedSession | null, address = '203.0.113.1') {
  const call: CallerCall | null = turns.enter(claimed, () => address)
  const opened = { call, state: call === null ? 'refused' : 'waits' }
  void call?.begin().then((mayWork) => (opened.state = mayWork ? 'works' : 'waited too long'))
  return opened
}

const settle = (): Promise<void> => vi.advanceTimersByTimeAsync(0).then(() => {})

test('a few calls of a member work, some wait in order, and the rest are refused, over all sessions', async () => {
  const turns = createCallerTurns(bounds)
  const [phone, desk] = [session(7n, 'phone'), session(7n, 'desk')]
  know(turns, phone)
  know(turns, desk)
  const calls = [phone, desk, phone, desk, phone, phone].map((claimed) => open(turns, claimed))
  await settle()
  expect(calls.map(({ state }) => state)).toEqual(['works', 'works', 'waits', 'waits', 'waits', 'refused'])
  expect(turns.waiting()).toBe(3)
  calls[1]?.call?.leave()
  await settle()
  expect(calls.map(({ state }) => state)).toEqual(['works', 'works', 'works', 'waits', 'waits', 'refused'])
  expect(open(turns, phone).state).toBe('waits')
  expect(open(turns, phone).state).toBe('refused')
})

test('calls of other members and of addresses neither wait nor are refused for it', async () => {
  const turns = createCallerTurns(bounds)
  const [one, other] = [session(7n, 'one'), session(8n, 'other')]
  know(turns, one)
  know(turns, other)
  for (let calls = 0; calls < 9; calls += 1) open(turns, one)
  const others = [open(turns, other), open(turns, null, '203.0.113.2'), open(turns, null, '203.0.113.3')]
  await settle()
  expect(others.map(({ state }) => state)).toEqual(['works', 'works', 'works'])
})

test('a token that was never verified here counts for its address, not for the member whom it names', async () => {
  const turns = createCallerTurns(bounds)
  const own = session(7n, 'own')
  know(turns, own)
  for (let calls = 0; calls < 9; calls += 1) open(turns, session(7n, `forged ${calls}`))
  expect(open(turns, null).state).toBe('refused')
  const answered = open(turns, own)
  await settle()
  expect(answered.state).toBe('works')
})

test('an ended session counts for its address again', async () => {
  const turns = createCallerTurns(bounds)
  const [own, stolen] = [session(7n, 'own'), session(7n, 'stolen')]
  know(turns, own)
  know(turns, stolen)
  const last = open(turns, stolen)
  last.call?.notFound()
  last.call?.leave()
  for (let calls = 0; calls < 9; calls += 1) open(turns, stolen)
  const answered = open(turns, own)
  await settle()
  expect(answered.state).toBe('works')
  expect(open(turns, null).state).toBe('refused')
})

test('a call that waits too long may not work, and leaves its place to the next', async () => {
  const turns = createCallerTurns(bounds)
  const first = open(turns, null)
  const second = open(turns, null)
  await vi.advanceTimersByTimeAsync(longestTurnWaitMs - 1)
  const third = open(turns, null)
  await vi.advanceTimersByTimeAsync(1)
  expect([first.state, second.state, third.state]).toEqual(['works', 'waited too long', 'waits'])
  second.call?.leave()
  first.call?.leave()
  await settle()
  expect([third.state, turns.waiting()]).toEqual(['works', 0])
  third.call?.leave()
  expect(open(turns, null).call).not.toBeNull()
})

test('a call that waits outside its turn leaves it to the next, and goes on at once', async () => {
  const turns = createCallerTurns(bounds)
  const [first, second, third] = [open(turns, null), open(turns, null), open(turns, null)]
  await settle()
  const { promise, resolve } = Promise.withResolvers<string>()
  const outside = first.call?.outsideTurn(() => promise)
  await settle()
  expect([first.state, second.state, third.state]).toEqual(['works', 'works', 'waits'])
  resolve('answered')
  expect(await outside).toBe('answered')
  first.call?.leave()
  await settle()
  expect(third.state).toBe('waits')
  second.call?.leave()
  await settle()
  expect(third.state).toBe('works')
})

test('a few calls of a caller work without a turn, beside those that have one', async () => {
  const turns = createCallerTurns({
    ...bounds,
    address: { working: 1, inFlight: 64 },
    network: { working: 2, inFlight: Infinity },
  })
  const first = open(turns, null)
  const calls = Array.from({ length: 5 }, () => turns.enter(null, () => '203.0.113.1'))
  expect(calls.map((call) => call?.skipTurn())).toEqual([...Array(4).fill(true), false])
  calls[0]?.leave()
  expect(calls[4]?.skipTurn()).toBe(true)
  const next = open(turns, null)
  await settle()
  expect([first.state, next.state]).toEqual(['works', 'waits'])
})

test('a caller with a crowd of waiting calls uses each turn for half of the time', async () => {
  const turns = createCallerTurns({
    ...bounds,
    address: { working: 1, inFlight: 64 },
    network: { working: 2, inFlight: Infinity },
  })
  const calls = Array.from({ length: 40 }, () => open(turns, null))
  await vi.advanceTimersByTimeAsync(100)
  calls[0]?.call?.leave()
  await vi.advanceTimersByTimeAsync(90)
  expect(calls[1]?.state).toBe('waits')
  await vi.advanceTimersByTimeAsync(20)
  expect(calls[1]?.state).toBe('works')
})

test.each([
  ['one line with a /48', (place: number) => `2001:db8:7:${place}::1`, '2001:db8:8::1'],
  ['one /24', (place: number) => `203.0.113.${place}`, '203.0.114.1'],
])('addresses of %s have turns together, and others are not delayed', async (_name, addressAt, elsewhere) => {
  const turns = createCallerTurns(bounds)
  const calls = Array.from({ length: 8 }, (_, index) => open(turns, null, addressAt(index + 1)))
  await settle()
  const waits = Array.from({ length: 6 }, () => 'waits')
  expect(calls.map(({ state }) => state)).toEqual(['works', 'works', ...waits])
  const other = open(turns, null, elsewhere)
  await settle()
  expect(other.state).toBe('works')
  calls[0]?.call?.leave()
  await settle()
  expect(calls.filter(({ state }) => state === 'works')).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(longestTurnWaitMs)
  expect(calls.filter(({ state }) => state === 'waited too long')).toHaveLength(5)
  for (const { call } of [...calls.slice(1), other]) call?.leave()
  // Every turn was returned: as many work as at the beginning.
  const again = [1, 2, 3].map((place) => open(turns, null, addressAt(place)))
  await settle()
  expect(again.map(({ state }) => state)).toEqual(['works', 'works', 'waits'])
})

test('a caller is sent two files at a time, in all sessions; others are not concerned', () => {
  const turns = createCallerTurns(bounds)
  const [phone, desk, other] = [session(7n, 'phone'), session(7n, 'desk'), session(8n, 'other')]
  for (const claimed of [phone, desk, other]) know(turns, claimed)
  const enter = (claimed: ClaimedSession) => {
    const call = turns.enter(claimed, () => 'its own')
    const leave = call?.enterFile() ?? null
    // The file is sent when the call has been served.
    call?.leave()
    return leave
  }
  const sent = enter(phone)
  expect(enter(desk)).not.toBeNull()
  expect(enter(phone)).toBeNull()
  expect(enter(other)).not.toBeNull()
  sent?.()
  sent?.()
  expect(enter(desk)).not.toBeNull()
  expect(enter(desk)).toBeNull()
})

test('the files of a session that a call has just verified count for its holder, not for the address', () => {
  const turns = createCallerTurns(bounds)
  const known = session(7n, 'known')
  know(turns, known)
  const files = [known, session(7n, 'new'), session(7n, 'newer')].map((claimed) => {
    const call = turns.enter(claimed, () => '203.0.113.7')
    call?.verified()
    return call?.enterFile() ?? null
  })
  expect(files.map((leave) => leave !== null)).toEqual([true, true, false])
  const other = turns.enter(session(8n, 'other'), () => '203.0.113.7')
  other?.verified()
  expect(other?.enterFile()).not.toBeNull()
})

test('when as many calls wait as may, the caller with the most of them loses its newest, not one with fewer', async () => {
  const mostWaiting = 5
  const turns = createCallerTurns({ ...bounds, address: { working: 1, inFlight: 9 } }, mostWaiting)
  const [member, other] = [session(7n, 'one'), session(8n, 'other')]
  know(turns, member)
  know(turns, other)
  const strangers = Array.from({ length: 6 }, () => open(turns, null))
  const more = open(turns, null)
  await settle()
  expect([...strangers, more].map(({ state }) => state)).toEqual([
    'works',
    ...Array(5).fill('waits'),
    'waited too long',
  ])
  const calls = Array.from({ length: 5 }, () => open(turns, member))
  await settle()
  expect(calls.map(({ state }) => state)).toEqual(['works', 'works', 'waits', 'waits', 'waited too long'])
  expect(strangers.map(({ state }) => state)).toEqual([
    'works',
    ...Array(3).fill('waits'),
    'waited too long',
    'waited too long',
  ])
  expect(turns.waiting()).toBe(mostWaiting)
  const theirs = Array.from({ length: 4 }, () => open(turns, other))
  await settle()
  expect(theirs.map(({ state }) => state)).toEqual(['works', 'works', 'waits', 'waited too long'])
  expect(turns.waiting()).toBe(mostWaiting)
  for (const { call } of [...strangers, more, ...calls, ...theirs]) call?.leave()
  await vi.advanceTimersByTimeAsync(longestTurnWaitMs)
  expect(turns.waiting()).toBe(0)
})
