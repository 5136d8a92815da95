import { checkBooks } from '#server/ledger/books.ts'
import { checkAcknowledged } from '#test/acknowledged.ts'
import { amountToWire } from '#domain/money.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { callUntilAnswered, clientSeedPath, isTransfer, acknowledgedBy, type Operation } from './callers.ts'
import { checkDecisions, acknowledgedByOperators, type Decision } from './operators.ts'
import type { FaultApp } from './fault-app.ts'

/**
 * The whole oracle after a fault: the books' own checks, and the records of the callers, the operators and the provider
 * compared with the books. Returns the faults as text.
 */
export async function checkOracle(
  app: FaultApp,
  operations: readonly Operation[],
  decisions: readonly Decision[] = [],
): Promise<string[]> {
  const books = await checkBooks(app.pool, { secret: app.site.config.secret })
  const acknowledged = await checkAcknowledged(app.pool, [
    ...acknowledgedBy(operations),
    ...acknowledgedByOperators(app, decisions),
  ])
  return [
    ...(await checkTransfers(app, operations)),
    ...(await checkClientSeeds(app, operations)),
    ...(app.operators.length > 0 ? await checkDecisions(app.pool, decisions) : []),
    ...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`),
    ...acknowledged.lost.map((name) => `acknowledged and lost: ${name}`),
    ...acknowledged.twice.map((name) => `done twice: ${name}`),
    ...acknowledged.phantom.map((name) => `refused and booked: ${name}`),
  ]
}

/** A client seed that was accepted, perhaps by an attempt whose answer was lost, began one pair; any other began none. */
async function checkClientSeeds({ pool }: FaultApp, operations: readonly Operation[]): Promise<string[]> {
  const chosen = operations.filter(({ path }) => path === clientSeedPath)
  const { rows } = await pool.query<{ member_id: bigint; client_seed: string }>(
    'SELECT member_id, client_seed FROM member_seed WHERE client_seed = ANY ($1)',
    [chosen.map(({ key }) => key)],
  )
  return chosen.flatMap(({ key, player, answer: { status } }) => {
    const begun = rows.filter((row) => row.client_seed === key)
    const isRight =
      begun.every((row) => row.member_id === player.memberId) &&
      begun.length === (status === 'success' || status === 'used' ? 1 : 0)
    return isRight ? [] : [`client seed ${key} was answered ${status} and began ${begun.length} pairs`]
  })
}

/**
 * Each transfer has the state its caller received, and each member's balance at the provider is the one in the books.
 */
async function checkTransfers(
  { provider, players, pool }: FaultApp,
  operations: readonly Operation[],
): Promise<string[]> {
  if (provider === null) return []
  const faults: string[] = []
  const transfers = await pool.query<{ request_key: string; state: string; amount: bigint }>(
    'SELECT request_key, state, amount FROM transfer',
  )
  const stored = new Map(transfers.rows.map((row) => [row.request_key, row]))
  for (const { path, key, answer } of operations) {
    if (!isTransfer(path)) continue
    const row = stored.get(key)
    const state = row === undefined ? 'absent' : row.state === 'done' ? amountToWire(row.amount) : row.state
    const moved = answer.status === 'success' ? answer.moved : null
    const isRight = moved === null ? state === 'absent' || state === 'refused' : state === moved
    if (!isRight) faults.push(`transfer ${key} was answered ${answer.status} and is stored as ${state}`)
  }
  // No member plays at the provider, so any win or loss booked there results from a faulty transfer.
  const played = await pool.query<{ member_id: bigint; d_in_play: bigint }>(
    'SELECT member_id, d_in_play FROM journal WHERE kind = $1',
    [journalKinds.provider_result],
  )
  for (const row of played.rows)
    faults.push(`member ${row.member_id}: ${row.d_in_play} booked at the provider without any play`)
  const balances = await pool.query<{ member_id: bigint; amount: bigint }>(
    'SELECT member_id, amount FROM transfer_balance',
  )
  const amounts = new Map(balances.rows.map((row) => [row.member_id, row.amount]))
  for (const { memberId, publicId } of players) {
    const [ours, theirs] = [amounts.get(memberId) ?? 0n, provider.balanceOf(publicId)]
    if (ours !== theirs) faults.push(`member ${memberId} has ${theirs} at the provider and ${ours} in the books`)
  }
  return faults
}

/** Sends some spins again: the same key must return the same round, and no money may move. */
export async function checkReplays(
  app: FaultApp,
  operations: readonly Operation[],
  everyNth: number,
): Promise<string[]> {
  const faults: string[] = []
  const spins = operations.filter((one) => one.path.endsWith('/spin') && one.answer.status === 'success')
  for (const spin of spins.filter((_, index) => index % everyNth === 0)) {
    const again = await callUntilAnswered(app.port, spin, { patienceMs: 10_000 })
    if (JSON.stringify(again.round) !== JSON.stringify(spin.answer.round)) {
      faults.push(`sent again, ${spin.key} returned another round`)
    }
  }
  return faults
}
