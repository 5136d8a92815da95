import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'
import {
  hashSecret,
  type HashingQueue,
  mostWaitingToHash,
  refuseWhenHashingBusy,
  verifySecret,
  waitingToHash,
  withHashingPlace,
  withKnownPlace,
  withLookUpPlace,
} from './hashing.ts'
import { countCall, firstInTurn } from './caller-order.ts'
import { HashingBusy, longestWaitMs } from './places.ts'
import { scaledMs } from '#test/machine.ts'

test('verifies a secret in any Unicode form, and rejects every secret of an unknown account', async () => {
  const hashed = await hashSecret('ｍoonlit-hall-7')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
  expect(await verifySecret(hashed, 'moonlit-hall-8')).toBe(false)
  expect(await verifySecret(null, 'moonlit-hall-7')).toBe(false)
  await expect(verifySecret('no hash', 'x')).rejects.toThrow('Hashing a secret failed')
  expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
})

/** On a busy machine a hash takes many times as long as usual, and a caller must not be rejected for that. */
function waitLonger(): void {
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    act: (...given: unknown[]) => void,
    ms?: number,
    ...values: unknown[]
  ) => setTimeout(act, ms === longestWaitMs ? scaledMs(ms) : ms, ...values)) as typeof setTimeout)
}

test('bounds a flood of sign-ins, spreads their retries, and serves signed-in members beside it', async () => {
  const hashed = await hashSecret('moonlit-hall-7')
  // The thread for members has started before: starting it takes as long as many hashes.
  await verifySecret(hashed, 'moonlit-hall-7', 'signed-in')
  waitLonger()
  const ended: string[] = []
  const faults: unknown[] = []
  const flood = Array.from({ length: mostWaitingToHash + 20 }, () =>
    verifySecret(hashed, 'guess').then(
      () => ended.push('verified'),
      (error: unknown) => {
        faults.push(error)
        return ended.push('rejected')
      },
    ),
  )
  expect(waitingToHash()).toBe(mostWaitingToHash)
  expect(() => refuseWhenHashingBusy()).toThrow(HashingBusy)
  // The event loop is free meanwhile, and a member's PIN does not wait behind the strangers' queue.
  const startedMs = performance.now()
  await new Promise((resolve) => setImmediate(resolve))
  expect(performance.now() - startedMs).toBeLessThan(scaledMs(200))
  expect(ended.filter((word) => word === 'rejected')).toHaveLength(19)
  expect(() => refuseWhenHashingBusy('signed-in')).not.toThrow()
  expect(await verifySecret(hashed, 'moonlit-hall-7', 'signed-in')).toBe(true)
  expect(ended.filter((word) => word === 'verified').length).toBeLessThan(mostWaitingToHash / 2)
  const waits = faults.flatMap((error) => (error instanceof HashingBusy ? [error.retryAfterSeconds] : []))
  expect(waits).toHaveLength(faults.length)
  expect(new Set(waits).size).toBeGreaterThan(4)
  await Promise.all(flood)
  expect(waitingToHash()).toBe(0)
})

test('rejects a caller after the longest wait, without holding up others', async () => {
  const hashed = await hashSecret('moonlit-hall-7')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const first = verifySecret(hashed, 'moonlit-hall-7', 'signed-in')
    const stranger = verifySecret(hashed, 'moonlit-hall-7')
    const ended: string[] = []
    const waits = (['known', 'stranger', 'office'] as const).map((queue) =>
      verifySecret(hashed, 'moonlit-hall-7', queue).then(
        () => ended.push(`${queue} verified`),
        (error: unknown) => ended.push(`${queue} ${error instanceof HashingBusy ? 'rejected' : String(error)}`),
      ),
    )
    vi.advanceTimersByTime(longestWaitMs - 1)
    const last = verifySecret(hashed, 'moonlit-hall-8', 'signed-in')
    expect(waitingToHash()).toBe(4)
    vi.advanceTimersByTime(1)
    // The first of each thread are still being hashed: nothing else has started yet.
    expect(waitingToHash()).toBe(1)
    await Promise.all(waits)
    expect(ended).toEqual(['known rejected', 'stranger rejected', 'office rejected'])
    expect(await first).toBe(true)
    expect(await stranger).toBe(true)
    expect(await last).toBe(false)
    // A task that has started is not rejected afterwards, and the place is free again.
    vi.advanceTimersByTime(longestWaitMs)
    expect(waitingToHash()).toBe(0)
    expect(await verifySecret(hashed, 'moonlit-hall-7')).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test('serves the queues of each thread in turn, so that no caller of one of them starves the others', async () => {
  const hashed = await hashSecret('moonlit-hall-7')
  waitLonger()
  const served: string[] = []
  const verify = (queue: HashingQueue): Promise<unknown> =>
    verifySecret(hashed, 'moonlit-hall-7', queue).then(() => served.push(queue))
  await Promise.all((['signed-in', 'signed-in', 'signed-in', 'known', 'known-office', 'known'] as const).map(verify))
  expect(served).toEqual(['signed-in', 'known-office', 'known', 'signed-in', 'known', 'signed-in'])
  served.length = 0
  await Promise.all((['office', 'office', 'office', 'stranger'] as const).map(verify))
  expect(served).toEqual(['office', 'stranger', 'office', 'office'])
})

test.runIf(process.platform === 'linux')(
  'hashes for members at the priority of the server, and for strangers below it',
  async () => {
    const hashed = await hashSecret('moonlit-hall-7')
    const own = getPriority()
    for (const [queue, expected] of [
      ['signed-in', own],
      ['known', own],
      ['stranger', Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)],
      ['office', Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL)],
    ] as const) {
      const before = await readThreads()
      for (let count = 0; count < 3; count += 1) await verifySecret(hashed, 'moonlit-hall-7', queue)
      const worked = (await readThreads()).map((thread) => ({
        ...thread,
        ticks: thread.ticks - (before.find(({ id }) => id === thread.id)?.ticks ?? 0),
      }))
      const [most] = worked.toSorted((one, other) => other.ticks - one.ticks)
      expect([queue, most?.priority]).toEqual([queue, expected])
    }
  },
)

/** The threads of this process, with their nice value and the ticks of processor time they have used. */
async function readThreads(): Promise<{ id: string; priority: number; ticks: number }[]> {
  const ids = await readdir('/proc/self/task')
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => null)))
  return lines.flatMap((line, index) => {
    // The fields after the name, which may contain blanks; the first is the third of proc_pid_stat(5).
    const fields = line?.slice(line.lastIndexOf(')') + 2).split(' ') ?? []
    const field = (number: number): number => Number(fields[number - 3])
    return line === null ? [] : [{ id: ids[index] ?? '', priority: field(19), ticks: field(14) + field(15) }]
  })
}

test('gives places to strangers by network: no network waits that has one, and a quiet one goes ahead of a loud one', async () => {
  const ends: (() => void)[] = []
  const order: string[] = []
  const take = (network: string): Promise<unknown> =>
    withHashingPlace({ queue: 'stranger', network }, () => {
      order.push(network)
      return new Promise<void>((resolve) => ends.push(resolve))
    }).catch((error: unknown) => order.push(`${network} ${error instanceof HashingBusy ? 'rejected' : String(error)}`))
  const loud = Array.from({ length: mostWaitingToHash }, () => take('198.51.100.0/24'))
  await take('198.51.100.0/24')
  expect(order.splice(0)).toEqual([...Array(mostWaitingToHash).fill('198.51.100.0/24'), '198.51.100.0/24 rejected'])
  // One network of those that wait has called before; the others are new.
  await withHashingPlace({ queue: 'office', network: '203.0.113.0/24' }, () => Promise.resolve())
  const line = Array.from({ length: mostWaitingToHash - 1 }, (_, index) => take(`10.${index}.0.0/24`))
  line.push(take('203.0.113.0/24'))
  await take('10.7.0.0/24')
  expect(order.splice(0)).toEqual(['10.7.0.0/24 rejected'])
  line.push(take('192.0.2.0/24'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(order.splice(0)).toEqual(['203.0.113.0/24 rejected'])
  // Those who changed to another network of the same provider come after all others.
  while (order.length < mostWaitingToHash) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(order).toEqual([
    ...Array.from({ length: 7 }, (_, index) => `10.${index}.0.0/24`),
    ...Array.from({ length: mostWaitingToHash - 9 }, (_, index) => `10.${index + 8}.0.0/24`),
    '192.0.2.0/24',
    '10.7.0.0/24',
  ])
  for (const end of ends.splice(0)) end()
  await Promise.all([...loud, ...line])
})

test('gives the known browsers of one account three places together, and other accounts theirs', async () => {
  const ends: (() => void)[] = []
  const take = (account: string): Promise<unknown> =>
    withKnownPlace(
      { queue: 'known', network: `10.${account}.0.0/24` },
      account,
      () => new Promise<void>((resolve) => ends.push(resolve)),
    )
  const taken = ['7', '7', '7', '8'].map(take)
  await expect(take('7')).rejects.toThrow(HashingBusy)
  expect(ends).toHaveLength(4)
  for (const end of ends.splice(0)) end()
  await Promise.all(taken)
  const again = take('7')
  for (const end of ends) end()
  await again
})

test('serves the strangers of the network that called least, and of the wider network among equals', () => {
  const networks = ['2001:db8:1::/48', '2001:db8:2::/48', '2001:db9:1::/48', '172.16.1.0/24', '172.16.2.0/24']
  for (const network of [...networks, '2001:db8:3::/48', '172.16.1.0/24']) countCall(network)
  const left = networks.map((network) => ({ network }))
  const served = networks.map(() => left.splice(firstInTurn(left), 1)[0]?.network)
  expect(served).toEqual(['2001:db9:1::/48', '2001:db8:1::/48', '2001:db8:2::/48', '172.16.2.0/24', '172.16.1.0/24'])
})

test('gives a known browser of a quiet network the next place and hash beside many accounts of a loud one', async () => {
  const ends: (() => void)[] = []
  const take = (account: string, network: string): Promise<string> =>
    withKnownPlace({ queue: 'known', network }, account, () => new Promise<void>((resolve) => ends.push(resolve))).then(
      () => account,
      (error: unknown) => (error instanceof HashingBusy ? 'rejected' : String(error)),
    )
  const loud = Array.from({ length: mostWaitingToHash * 2 }, (_, index) => take(`loud ${index}`, '198.18.0.0/24'))
  const quiet = take('quiet', '198.18.1.0/24')
  // In place of one of the loud ones that wait.
  expect(await Promise.race(loud)).toBe('rejected')
  ends.splice(0, 1)[0]?.()
  await vi.waitFor(() => expect(ends).toHaveLength(mostWaitingToHash))
  ends.pop()?.()
  expect(await quiet).toBe('quiet')
  const hashed = await hashSecret('moonlit-hall-7')
  waitLonger()
  const served: string[] = []
  const verify = (network: string): Promise<unknown> =>
    verifySecret(hashed, 'moonlit-hall-7', { queue: 'known', network }).then(() => served.push(network))
  await Promise.all(['198.18.0.0/24', '198.18.0.0/24', '198.18.0.0/24', '198.18.1.0/24'].map(verify))
  expect(served.indexOf('198.18.1.0/24')).toBe(1)
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(loud)
})

test('looks a known browser of a quiet network up before the forged tokens of loud ones', async () => {
  const ends: (() => void)[] = []
  const order: string[] = []
  const lookUp = (network: string): Promise<void> =>
    withLookUpPlace('known', network, () => {
      order.push(network)
      return new Promise<void>((resolve) => ends.push(resolve))
    }).catch(() => undefined)
  const flood = Array.from({ length: 440 }, (_, index) => lookUp(`198.19.${index % 3}.0/24`))
  const quiet = lookUp('198.19.9.0/24')
  const begun = order.length
  ends.shift()?.()
  await vi.waitFor(() => expect(order.length).toBeGreaterThan(begun))
  expect(order[begun]).toBe('198.19.9.0/24')
  // The office has a line of its own.
  expect(await withLookUpPlace('known-office', '198.19.0.0/24', () => Promise.resolve('found'))).toBe('found')
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([...flood, quiet])
})
