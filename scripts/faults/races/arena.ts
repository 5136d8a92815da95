import { randomUUID } from 'node:crypto'
import type { Acknowledged } from '#test/acknowledged.ts'
import { hash } from '@node-rs/argon2'
import type { ServerProcess } from '../../server-process.ts'
import type { FakeProvider } from '../../fake-transfer-provider.ts'
import {
  forwardedFrom,
  openFaultApp,
  type Operator,
  type FaultApp,
  type FaultAppOptions,
  type Player,
} from '../fault-app.ts'
import { sleep } from '../program.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'
import { setHashes } from '../../set-hashes.ts'

/** The setup of races: two processes on one database, and a transfer-wallet provider. */
export type Arena = {
  app: FaultApp
  /** Races send every second call to the other process. */
  processes: readonly [ServerProcess, ServerProcess]
  provider: FakeProvider
  /** An operator for calls outside the races. */
  operator: Operator
  /** The operators who compete for withdrawals; the last one is a manager. */
  rivals: readonly Operator[]
  /** The callers' record. */
  acknowledged: Acknowledged[]
  figures: Record<string, number>
  faults: string[]
  draw: () => number
  close: () => Promise<void>
}

export type CallResult = { status: string } & Readonly<Record<string, unknown>>

/** Sets it up with a brand of normal pace, so that a second spin is too soon, as in production. */
export async function openArena(options: Omit<FaultAppOptions, 'brand'> & { draw: () => number }): Promise<Arena> {
  const brand = { purpose: 'house' } as const
  const app = await openFaultApp({ ...options, brand, transfers: true, operators: 9 })
  const [manager, operator, ...cashiers] = app.operators
  const { provider } = app
  if (manager === undefined || operator === undefined || provider === null)
    throw new Error('the app has no operators or no provider')
  // Long, so that the provider's response arrives on a busy machine too; lost responses are another program's subject.
  await app.ownerPool.query('UPDATE provider SET timeout_ms = 8000')
  await app.start()
  const processes = [app.server(), await app.startAnother()] as const
  return {
    app: app,
    processes,
    operator,
    rivals: [...cashiers, manager],
    acknowledged: [],
    provider,
    figures: {},
    faults: [],
    draw: options.draw,
    close: app.close,
  }
}

/** Sets cheap PIN hashes for these members: the races are about money, not about hashing. */
export async function useCheapPinHashes(arena: Arena): Promise<void> {
  const [player] = arena.app.players
  if (player === undefined) return
  const light = await hash(player.pin, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
  const { ownerPool } = arena.app
  const { rows } = await ownerPool.query<{ id: bigint }>('SELECT id FROM member')
  await setHashes(ownerPool, testSecret, 'pin', { hash: light, members: rows.map(({ id }) => id) })
}

/** One call of a member. `path` is below `/api`; `turn` selects the process. Calls with a journal key are recorded. */
export async function callMember(
  arena: Arena,
  player: Player,
  path: string,
  body: Record<string, unknown>,
  turn: number,
): Promise<CallResult> {
  const process = arena.processes[turn % 2 === 0 ? 0 : 1]
  const result = await post(`http://127.0.0.1:${process.port}/api/${path}`, body, {
    authorization: `Bearer ${player.token}`,
    'x-play-session': player.playSessionId,
    ...forwardedFrom(player),
  })
  const key = body['requestId']
  if (typeof key === 'string' && !path.endsWith('user-transfer-in') && path !== 'routes/user-withdraw') {
    arena.acknowledged.push({
      memberId: player.memberId,
      key,
      outcome: result.status === 'success' ? 'effect' : 'refused',
    })
  }
  return result
}

/** Sends these bodies at once, every second one to the other process. */
export function callConcurrently(
  arena: Arena,
  player: Player,
  path: string,
  bodies: readonly Record<string, unknown>[],
): Promise<CallResult[]> {
  return Promise.all(bodies.map((body, turn) => callMember(arena, player, path, body, turn)))
}

/** Makes this many bodies, with one request id for all of them or one each. */
export function makeBodies(
  count: number,
  keys: 'one' | 'many',
  body: Record<string, unknown>,
): Record<string, unknown>[] {
  const one = randomUUID()
  return Array.from({ length: count }, () => ({ requestId: keys === 'one' ? one : randomUUID(), ...body }))
}

/** One call of an operator to the office API of one of the processes. */
export function callOffice(
  arena: Arena,
  operator: Operator,
  call: string,
  body: Record<string, unknown>,
  turn: number,
): Promise<CallResult> {
  const office = `http://127.0.0.1:${arena.processes[turn % 2 === 0 ? 0 : 1].officePort}`
  return post(`${office}/api/office/${call}`, body, { cookie: `office=${operator.token}`, origin: office })
}

/** Retries 503 and 429, which have no effect; any other status than 200 is a fault. */
async function post(url: string, body: Record<string, unknown>, headers: Record<string, string>): Promise<CallResult> {
  const until = performance.now() + scaledMs(60_000)
  while (performance.now() < until) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(scaledMs(30_000)),
    })
    const answered: unknown = await answer.json()
    if (answer.status === 200) return answered as CallResult
    if (answer.status !== 503 && answer.status !== 429) {
      throw new Error(`${url} answered ${answer.status} ${JSON.stringify(answered)}`)
    }
    await sleep(50)
  }
  throw new Error(`${url} was not answered within a minute`)
}

/** Runs `act` on all items, `atOnce` at a time. */
export async function forAll<Item>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of left) await act(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Records a fault with the observed values unless the condition holds. */
export function expectThat(arena: Arena, holds: boolean, what: string, seen: unknown): void {
  if (!holds) arena.faults.push(`${what}: ${JSON.stringify(seen)}`)
}

export function count(arena: Arena, figure: string, by = 1): void {
  arena.figures[figure] = (arena.figures[figure] ?? 0) + by
}

/** How often each status was returned. */
export function countStatuses(results: readonly CallResult[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Whether exactly these statuses were returned, this often each. */
export function hasStatuses(results: readonly CallResult[], wanted: Readonly<Record<string, number | 'any'>>): boolean {
  const counts = countStatuses(results)
  const allWanted = Object.keys(counts).every((status) => Object.hasOwn(wanted, status))
  return (
    allWanted && Object.entries(wanted).every(([status, often]) => often === 'any' || (counts[status] ?? 0) === often)
  )
}
