import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { makePlayer, partyCode as company, type Player } from '../house.ts'
import { randomUUID } from 'node:crypto'
import { sleep } from '../program.ts'
import { count, demand, forAll, say, type Arena, type Said } from './arena.ts'

/**
 * A member's whole balance, spent in ten ways at once at two processes: spun, withdrawn, moved to a provider, and all comp
 * converted. One way gets it. Only a round that wins it back lets another have it once more.
 */
export async function raceDoubleSpends(arena: Arena, members: number): Promise<void> {
  const players: Player[] = []
  for (let index = 0; index < members; index += 1) players.push(await playerWithWhole(arena))
  await giveComp(arena, players)
  await forAll(players, 8, (player) => spendTenTimes(arena, player))
}

const whole = 20_000
const compUnits = 100
const latenesses = [0, 10, 50, 200] as const

async function playerWithWhole(arena: Arena): Promise<Player> {
  return makePlayer(arena.house.site, arena.house.brand, wholeUnits(2 * whole))
}

/** Half of what they have is staked elsewhere and lost, which leaves the other half and comp. */
async function giveComp(arena: Arena, players: readonly Player[]): Promise<void> {
  const pool = createPool(arena.house.urls.appUrl, { max: 2, name: 'comp' })
  const ledger = createLedger({ pool })
  const contraId = await ledger.accountId(arena.house.brand.id, 'gaming', 'baize')
  const outcomes = await Promise.all(
    players.map(({ memberId }) =>
      ledger.post({
        memberId,
        kind: 'bet',
        source: 'system',
        key: randomUUID(),
        ask: ['bet', whole],
        stake: wholeUnits(whole),
        contraId,
        gameKind: 'slot',
      }),
    ),
  )
  await pool.end()
  const given = outcomes.every(({ outcome, comp }) => outcome === 'done' && comp === wholeUnits(compUnits))
  demand(arena, given, 'comp for a double spend', outcomes[0]?.outcome)
}

async function spendTenTimes(arena: Arena, player: Player): Promise<void> {
  const asks = [
    ...Array.from({ length: 3 }, () => ['play/spin', { stake: String(whole) }] as const),
    ...Array.from(
      { length: 3 },
      () => ['routes/apply-user-withdraw', { balance: String(whole), pass: player.pin }] as const,
    ),
    ...Array.from({ length: 2 }, () => ['routes/user-transfer-in', { company, balance: String(whole) }] as const),
    ...Array.from({ length: 2 }, () => ['routes/roll-to-balance', {}] as const),
  ]
  // One way is a moment ahead by chance, at either process, so that every way wins now and then.
  const mostLateMs = latenesses[Math.floor(arena.draw() * latenesses.length)] ?? 0
  const [ahead] = asks[Math.floor(arena.draw() * asks.length)] ?? asks[0] ?? ['']
  const said = await Promise.all(
    asks.map(async ([path, body]) => {
      const turn = arena.draw() < 0.5 ? 0 : 1
      if (path !== ahead) await sleep((0.5 + arena.draw() / 2) * mostLateMs)
      return { path, answer: await say(arena, player, path, { requestId: randomUUID(), ...body }, turn) }
    }),
  )
  const won = said.filter(({ answer }) => answer.status === 'success')
  const spent = won.filter(({ path }) => path !== 'routes/roll-to-balance')
  const pays = won.reduce((sum, { answer }) => sum + payOf(answer), 0)
  const spins = won.filter(({ path }) => path === 'play/spin').length
  const conversions = won.length - spent.length
  // A spin earns comp of its own, which a late conversion may find.
  demand(arena, conversions >= 1 && conversions <= 1 + spins, 'comp converted', said)
  const hasWonItBack = spent.length > 1 && 2 * compUnits + pays >= whole * (spent.length - 1)
  demand(arena, spent.length === 1 || hasWonItBack, 'the whole balance was spent', won)
  for (const { path } of spent) count(arena, `wonBy ${path.replace(/^.*\//, '')}`)
  count(arena, 'doubleSpends')
  const { rows } = await arena.house.ownerPool.query<{ left: bigint }>(
    'SELECT cash + comp AS left FROM wallet WHERE member_id = $1',
    [String(player.memberId)],
  )
  const left = wholeUnits(whole + compUnits * (1 + spins) - whole * spent.length) + wholeUnits(pays)
  demand(arena, rows[0]?.left === left, 'what is left', { is: String(rows[0]?.left), left: String(left), won })
}

function payOf(answer: Said): number {
  const round = answer['round']
  return typeof round === 'object' && round !== null && 'pay' in round ? Number(round.pay) : 0
}
