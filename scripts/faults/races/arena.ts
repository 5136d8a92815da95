import { randomUUID } from 'node:crypto'
import type { Acknowledged } from '#testing/acknowledged.ts'
import { hash } from '@node-rs/argon2'
import type { ServerProcess } from '../../server-process.ts'
import type { FakeProvider } from '../../fake-transfer-provider.ts'
import { openFaultApp, type Operator, type FaultApp, type FaultAppOptions, type Player } from '../fault-app.ts'
import { sleep } from '../program.ts'
import { scaledMs } from '#testing/machine.ts'

/** Where races are run: two processes on one database, and a provider with a wallet of its own. */
export type Arena = {
  app: FaultApp
  /** Whoever races sends every second ask to the other process. */
  processes: readonly [ServerProcess, ServerProcess]
  provider: FakeProvider
  /** An operator for what is not raced. */
  operator: Operator
  /** Who fights over withdrawals; the last one is a manager. */
  rivals: readonly Operator[]
  /** The callers' own list. */
  told: Acknowledged[]
  figures: Record<string, number>
  faults: string[]
  draw: () => number
  close: () => Promise<void>
}

export type CallResult = { status: string } & Readonly<Record<string, unknown>>

/** Opens it: a house whose rounds keep their pace, so that a second press is too soon, as in life. */
export async function openArena(options: Omit<FaultAppOptions, 'brand'> & { draw: () => number }): Promise<Arena> {
  const brand = { purpose: 'house' } as const
  const app = await openFaultApp({ ...options, brand, transfers: true, operators: 9 })
  const [manager, operator, ...cashiers] = app.operators
  const { provider } = app
  if (manager === undefined || operator === undefined || provider === null) throw new Error('the house has no staff')
  // However busy the machine is, the provider's answer is waited for: a silent one is another trial.
  await app.ownerPool.query('UPDATE provider SET timeout_ms = 8000')
  await app.start()
  const processes = [app.server(), await app.startAnother()] as const
  return {
    app: app,
    processes,
    operator,
    rivals: [...cashiers, manager],
    told: [],
    provider,
    figures: {},
    faults: [],
    draw: options.draw,
    close: app.close,
  }
}

/** What is raced is the money, not the hash: PINs of these members are hashed in no time. */
export async function useCheapPinHashes(arena: Arena): Promise<void> {
  const [player] = arena.app.players
  if (player === undefined) return
  const light = await hash(player.pin, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
  await arena.app.ownerPool.query('UPDATE member SET pin_hash = $1', [light])
}

/** One ask of a member. `path` is below `/api`; `turn` says which process. Calls with a key of the journal enter the list. */
export async function callMember(
  arena: Arena,
  player: Player,
  path: string,
  body: Record<string, unknown>,
  turn: number,
): Promise<CallResult> {
  const process = arena.processes[turn % 2 === 0 ? 0 : 1]
  const said = await post(`http://127.0.0.1:${process.port}/api/${path}`, body, {
    authorization: `Bearer ${player.token}`,
    'x-play-session': player.playSessionId,
  })
  const key = body['requestId']
  if (typeof key === 'string' && !path.endsWith('user-transfer-in') && path !== 'routes/user-withdraw') {
    arena.told.push({ memberId: player.memberId, key, outcome: said.status === 'success' ? 'effect' : 'refused' })
  }
  return said
}

/** The same place pressed many times at once, every second time at the other process. */
export function callConcurrently(
  arena: Arena,
  player: Player,
  path: string,
  bodies: readonly Record<string, unknown>[],
): Promise<CallResult[]> {
  return Promise.all(bodies.map((body, turn) => callMember(arena, player, path, body, turn)))
}

/** As many bodies: with one key for all of them, or with a key each. */
export function makeBodies(
  count: number,
  keys: 'one' | 'many',
  body: Record<string, unknown>,
): Record<string, unknown>[] {
  const one = randomUUID()
  return Array.from({ length: count }, () => ({ requestId: keys === 'one' ? one : randomUUID(), ...body }))
}

/** One ask of an operator at the office of one of the processes. */
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

/** A house that is full has done nothing: it is asked again. Whatever else is no answer is a fault of the house. */
async function post(url: string, body: Record<string, unknown>, headers: Record<string, string>): Promise<CallResult> {
  const until = performance.now() + scaledMs(60_000)
  while (performance.now() < until) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(scaledMs(30_000)),
    })
    const told: unknown = await answer.json()
    if (answer.status === 200) return told as CallResult
    if (answer.status !== 503 && answer.status !== 429) {
      throw new Error(`${url} answered ${answer.status} ${JSON.stringify(told)}`)
    }
    await sleep(50)
  }
  throw new Error(`${url} was not answered within a minute`)
}

/** Acts on all of them, so many at a time. */
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

/** Notes a fault unless it holds; `seen` is said with it. */
export function expectThat(arena: Arena, holds: boolean, what: string, seen: unknown): void {
  if (!holds) arena.faults.push(`${what}: ${JSON.stringify(seen)}`)
}

export function count(arena: Arena, figure: string, by = 1): void {
  arena.figures[figure] = (arena.figures[figure] ?? 0) + by
}

/** How often each word was said. */
export function countStatuses(said: readonly CallResult[]): Record<string, number> {
  const words: Record<string, number> = {}
  for (const { status } of said) words[status] = (words[status] ?? 0) + 1
  return words
}

/** Whether it was said so often and no other word but these. */
export function hasStatuses(said: readonly CallResult[], wanted: Readonly<Record<string, number | 'any'>>): boolean {
  const words = countStatuses(said)
  const known = Object.keys(words).every((word) => Object.hasOwn(wanted, word))
  return known && Object.entries(wanted).every(([word, often]) => often === 'any' || (words[word] ?? 0) === often)
}
