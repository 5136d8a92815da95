import { hash } from '@node-rs/argon2'
import { randomUUID } from 'node:crypto'
import { checkBooks } from '#server/ledger/books.ts'
import { setSecondApproval } from '#server/seed/brand-settings.ts'
import { seededRandom } from '#test/random.ts'
import { scaledMs } from '#test/machine.ts'
import { testSecret } from '#test/test-secret.ts'
import { setHashes } from '../set-hashes.ts'
import {
  acceptAlteredTriggers,
  makePlayer,
  openFaultApp,
  type FaultApp,
  type Operator,
  type Player,
} from './fault-app.ts'
import { callMember, callOffice, openRequests, type Answer, type Attack } from './operator-attack.ts'
import type { FaultProgram } from './program.ts'
import { takeIdentity } from './taken-identity.ts'

/** One operator against the house: with ten members of their own, and no act of another operator. */

const sizes = { full: { tries: 1_000, wins: 40 }, short: { tries: 24, wins: 4 } } as const
const membersEach = 10
/** How many tries of both attackers share their members. */
const triesEach = 40

/** The amounts in force: those of a brand in play, small ones, and none at all (play money). */
const settings = [
  { deposit: 10_000_000_000n, withdraw: 5_000_000_000n },
  { deposit: 500_000_000n, withdraw: 300_000_000n },
  { deposit: null, withdraw: null },
] as const

export const loneOperator: FaultProgram = {
  description:
    'A cashier and a manager, each alone with ten members of their own, file, credit, play and pay at random; the manager also enrols in the place of a reset operator: nothing is paid out, and another operator sees why.',
  async run({ size, seed, log, on, steps }) {
    const { wins } = sizes[size]
    const tries = steps ?? sizes[size].tries
    const app = await openFaultApp({ players: 0, operators: 5, managers: 2, on })
    const figures: Record<string, number> = {
      tries: 0,
      credited: 0,
      payments: 0,
      refusedAlone: 0,
      refusedAsOne: 0,
      proposed: 0,
      paidOut: 0,
    }
    const faults: string[] = []
    try {
      await app.start()
      const [manager, chief, cashier, honest, victim] = app.operators
      if (
        manager === undefined ||
        chief === undefined ||
        cashier === undefined ||
        honest === undefined ||
        victim === undefined
      )
        throw new Error('operators are missing')
      const attackers = [manager, cashier].map((operator, index): Attack => {
        return { app, operator, players: [], draw: seededRandom(seed + index), figures }
      })
      for (const [part, second] of settings.entries()) {
        await setSecond(app, second)
        const until = Math.ceil(((part + 1) * tries) / settings.length)
        while ((figures['tries'] ?? 0) < until) {
          // A proposal keeps its request open for 72 hours, so the ten are replaced before all of them wait for one.
          if ((figures['tries'] ?? 0) % triesEach === 0)
            for (const attacker of attackers) attacker.players = await makeMembers(app)
          await Promise.all(attackers.map(attempt))
          faults.push(...(await paidOut(app, figures)))
          if (faults.length > 0) return { figures, faults }
        }
        log(`${figures['tries']} tries, ${figures['credited']} credited, ${figures['refusedAlone']} payments refused`)
      }
      for (let index = 0; index < wins; index += 1) {
        for (const attacker of attackers) faults.push(...(await showToAnother(attacker, honest)))
      }
      faults.push(...(await paidOut(app, figures)))
      const [alone] = attackers
      if (alone !== undefined) faults.push(...(await takeIdentity(alone, { chief, victim })))
      faults.push(...(await paidOut(app, figures)))
      for (const name of ['credited', 'refusedAlone', 'proposed', 'refusedAsOne']) {
        if ((figures[name] ?? 0) === 0) faults.push(`no try was ${name}`)
      }
      const books = await checkBooks(app.pool)
      faults.push(...books.faults.map((fault) => `${fault.check}: ${fault.subject}: ${fault.detail}`))
      // Last, because it moves rows back, which the books would see.
      for (const attacker of attackers) faults.push(...(await waitLong(attacker)))
      faults.push(...(await paidOut(app, figures)))
      return { figures, faults }
    } finally {
      await app.close()
    }
  },
}

/** Members without money. Their PIN hashes are cheap: the program is not about hashing. */
async function makeMembers(app: FaultApp): Promise<Player[]> {
  const players: Player[] = []
  for (let index = 0; index < membersEach; index += 1) players.push(await makePlayer(app.site, app.brand, { cash: 0n }))
  const light = await hash(players[0]?.pin ?? '', { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })
  await setHashes(app.ownerPool, testSecret, 'pin', { hash: light, members: players.map(({ memberId }) => memberId) })
  return players
}

/** One try: some acts on a member, in a random order and sometimes at once, and at its end an attempt to be paid. */
async function attempt(attack: Attack): Promise<void> {
  const { players, draw, figures } = attack
  const player = pickOne(draw, players)
  const acts = 2 + Math.floor(draw() * 6)
  for (let index = 0; index < acts; index += 1) {
    const atOnce = draw() < 0.2 ? 3 : 1
    await Promise.all(Array.from({ length: atOnce }, () => act(attack, draw() < 0.8 ? player : pickOne(draw, players))))
  }
  await fileWithdrawal(attack, player)
  await decideAll(attack, player, 'withdraw')
  figures['tries'] = (figures['tries'] ?? 0) + 1
}

async function act(attack: Attack, player: Player): Promise<void> {
  const { draw } = attack
  const what = draw()
  if (what < 0.25) {
    const balance = String((10 + Math.floor(draw() * (draw() < 0.3 ? 9_990 : 300))) * 1_000)
    await callMember(attack, player, 'routes/apply-user-deposit', { requestId: randomUUID(), balance })
  } else if (what < 0.65) await decideAll(attack, player, 'deposit')
  else if (what < 0.75) await fileWithdrawal(attack, player)
  else if (what < 0.9) await decideAll(attack, player, 'withdraw')
  else if (what < 0.96) await callMember(attack, player, 'play/spin', { requestId: randomUUID(), stake: '1000' })
  else if (what < 0.98) await callMember(attack, player, 'routes/roll-to-balance', { requestId: randomUUID() })
  else await correct(attack, player)
}

/** Proposes a correction upwards and tries to approve it, with its own id and with the proposal's. */
async function correct(attack: Attack, player: Player): Promise<void> {
  const { rows } = await attack.app.pool.query<{ public_id: string }>('SELECT public_id FROM member WHERE id = $1', [
    String(player.memberId),
  ])
  const key = randomUUID()
  const account = attack.draw() < 0.5 ? 'cash' : 'comp'
  const body = { id: rows[0]?.public_id, requestId: key, account, amount: '500000', reason: '정정' }
  const answer = await callOffice(attack, 'propose-correction', body)
  tally(attack, 'propose-correction', answer)
  const listed = await callOffice(attack, 'get-corrections', { memberId: rows[0]?.public_id })
  for (const { id } of (listed['corrections'] as { id: string }[] | undefined) ?? [])
    for (const requestId of [key, randomUUID()]) await callOffice(attack, 'approve-correction', { id, requestId })
}

async function fileWithdrawal(attack: Attack, player: Player): Promise<void> {
  const balance = String((10 + Math.floor(attack.draw() * (attack.draw() < 0.5 ? 20 : 900))) * 1_000)
  await callMember(attack, player, 'routes/apply-user-withdraw', { requestId: randomUUID(), balance, pass: player.pin })
}

/** The operator's acts on the member's open requests of a type: claimed, and decided in some way, right or wrong. */
async function decideAll(attack: Attack, player: Player, type: 'deposit' | 'withdraw'): Promise<void> {
  const { draw } = attack
  for (const { id, amount } of await openRequests(attack, player, type)) {
    const takeOver = attack.operator.isManager && draw() < 0.3
    if (draw() < 0.95) await callOffice(attack, 'claim-request', { id, takeOver })
    const key = randomUUID()
    const ways = type === 'deposit' ? depositActs(attack, amount) : withdrawalActs(draw)
    // One id for all acts, sometimes: an id of a proposal must not decide.
    const isOneId = draw() < 0.2
    const send = ({ name, body }: Way): Promise<Answer> =>
      callOffice(attack, name, { id, requestId: isOneId ? key : randomUUID(), ...body })
    const isAtOnce = draw() < 0.2
    const answers = isAtOnce ? await Promise.all(ways.map(send)) : []
    if (!isAtOnce) for (const way of ways) answers.push(await send(way))
    for (const [index, answer] of answers.entries()) tally(attack, ways[index]?.name ?? '', answer)
    if (draw() < 0.2) await callOffice(attack, 'release-request', { id, takeOver })
  }
}

type Way = { name: string; body: object }

function depositActs({ draw }: Attack, amount: string): Way[] {
  const factor = draw() < 0.5 ? 1 : draw() < 0.5 ? 1 + draw() * 900 : draw()
  const credited = String(Math.min(10_000_000, Math.max(1, Math.floor(Number(amount) * factor))))
  const body = { credited, ...(draw() < 0.9 ? { reason: '초과 입금' } : {}) }
  const approve = { name: 'approve-deposit', body }
  const propose = { name: 'propose-deposit', body }
  return draw() < 0.1
    ? [{ name: 'reject-request', body: { reason: '취소' } }]
    : draw() < 0.8
      ? [approve]
      : [propose, approve]
}

function withdrawalActs(draw: () => number): Way[] {
  const [first, pay] = [
    { name: 'approve-withdrawal', body: {} },
    { name: 'pay-withdrawal', body: {} },
  ]
  if (draw() < 0.2) return [pay, { name: 'reject-request', body: { reason: '취소' } }]
  return draw() < 0.8 ? [pay] : [first, pay, pay]
}

function tally({ figures }: Attack, call: string, { status }: Answer): void {
  const add = (name: string): void => void (figures[name] = (figures[name] ?? 0) + 1)
  if (call === 'approve-deposit' && status === 'success') add('credited')
  if (call === 'pay-withdrawal') add('payments')
  if (call === 'pay-withdrawal' && (status === 'second' || status === 'self')) add('refusedAlone')
  if (call === 'propose-correction' && status === 'success') add('corrections')
  if ((call === 'propose-deposit' || call === 'approve-withdrawal') && status === 'success') add('proposed')
}

/** What left the books, by the journal and by the requests. */
async function paidOut(app: FaultApp, figures: Record<string, number>): Promise<string[]> {
  const { rows } = await app.ownerPool.query<{ booked: bigint; requests: bigint }>(
    `SELECT (SELECT coalesce(-sum(d_held), 0)::bigint FROM journal WHERE kind = 9) AS booked,
       (SELECT count(*) FROM money_request WHERE type = 'withdraw' AND state = 'paid') AS requests`,
  )
  const [row] = rows
  figures['paidOut'] = Number(row?.booked ?? 0n)
  return row?.booked === 0n && row.requests === 0n
    ? []
    : [`one operator paid out ${row?.booked} in ${row?.requests} payments`]
}

/**
 * A new member is credited by the attacker and withdraws at once. Another operator who reads the request sees the
 * attacker's credit, its time and that no play lies between.
 */
async function showToAnother(attack: Attack, honest: Operator): Promise<string[]> {
  const { app, operator } = attack
  const player = await makePlayer(app.site, app.brand, { cash: 0n })
  await callMember(attack, player, 'routes/apply-user-deposit', { requestId: randomUUID(), balance: '20000' })
  for (const { id } of await openRequests(attack, player, 'deposit')) {
    await callOffice(attack, 'claim-request', { id })
    await callOffice(attack, 'approve-deposit', { id, requestId: randomUUID(), credited: '20000' })
  }
  const before = Date.now()
  await callMember(attack, player, 'routes/apply-user-withdraw', {
    requestId: randomUUID(),
    balance: '20000',
    pass: player.pin,
  })
  const [withdrawal] = await openRequests(attack, player, 'withdraw')
  const read = await callOffice({ ...attack, operator: honest }, 'get-request', { id: withdrawal?.id })
  const credits = (read['credits'] as { by: string; at: string; amount: string; staked: string }[] | undefined) ?? []
  const [credit] = credits
  const isSeen =
    credits.length === 1 &&
    credit?.by === operator.name &&
    credit.amount === '20000' &&
    credit.staked === '0' &&
    Math.abs(Date.parse(credit.at) - before) < scaledMs(60_000)
  return isSeen ? [] : [`another operator is shown ${JSON.stringify(read)}`]
}

/** Sets the amounts by the product's own act, which the books compare payments with. */
async function setSecond(app: FaultApp, amounts: Parameters<typeof setSecondApproval>[2]): Promise<void> {
  const set = await setSecondApproval(app.site.db, app.brand.code, amounts)
  if (set.status !== 'success') throw new Error(`the amounts were not set: ${set.status}`)
}

/** Moves a member's paid deposits back by more than the 72 hours in which the operator who credited counts as such. */
async function ageDeposits({ app }: Attack, player: Player): Promise<void> {
  await app.ownerPool
    .query(`ALTER TABLE money_request DISABLE TRIGGER USER; ALTER TABLE money_request ENABLE TRIGGER money_request_is_recorded;
    UPDATE money_request SET changed_at = changed_at - interval '73 hours' WHERE member_id = ${player.memberId};
    ALTER TABLE money_request ENABLE TRIGGER USER`)
  await acceptAlteredTriggers(app)
}

/**
 * A patient attacker credits members of their own, waits 73 hours and pays: a member who never played, and one who
 * staked all of it once and whose registration the attacker approved.
 */
async function waitLong(attack: Attack): Promise<string[]> {
  const { app, operator } = attack
  const [inForce] = settings
  await setSecond(app, inForce)
  const faults: string[] = []
  for (const isOwn of [false, true]) {
    const player = await makePlayer(app.site, app.brand, { cash: 0n })
    if (isOwn) {
      await app.ownerPool.query(
        'UPDATE member SET decided_by = (SELECT id FROM operator WHERE name = $2) WHERE id = $1',
        [String(player.memberId), operator.name],
      )
      await setSecond(app, { deposit: null })
    }
    await callMember(attack, player, 'routes/apply-user-deposit', { requestId: randomUUID(), balance: '400000' })
    for (const { id } of await openRequests(attack, player, 'deposit')) {
      await callOffice(attack, 'claim-request', { id })
      await callOffice(attack, 'approve-deposit', { id, requestId: randomUUID(), credited: '400000' })
    }
    await ageDeposits(attack, player)
    const filed = { requestId: randomUUID(), balance: '400000', pass: player.pin }
    const { status: filedAs } = await callMember(attack, player, 'routes/apply-user-withdraw', filed)
    for (const { id } of await openRequests(attack, player, 'withdraw')) {
      await callOffice(attack, 'claim-request', { id })
      const { status } = await callOffice(attack, 'pay-withdrawal', { id, requestId: randomUUID() })
      tally(attack, 'pay-withdrawal', { status })
      if (status !== 'second') faults.push(`after 73 hours a payment was answered ${status}`)
    }
    if (filedAs !== 'success') faults.push(`the withdrawal of a patient attacker was answered ${filedAs}`)
  }
  return faults
}

function pickOne<Item>(draw: () => number, items: readonly Item[]): Item {
  const item = items[Math.floor(draw() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
