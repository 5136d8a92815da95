import { testSecret } from '#test/test-secret.ts'
import { wholeUnits } from '#domain/money.ts'
import { createPool } from '#server/db/pool.ts'
import { createLedger } from '#server/ledger/ledger.ts'
import { makePlayer, providerCode as company, type Player } from '../fault-app.ts'
import { randomUUID } from 'node:crypto'
import { sleep } from '../program.ts'
import {
  count,
  expectThat,
  forAll,
  callMember,
  hasStatuses,
  countStatuses,
  type Arena,
  type CallResult,
} from './arena.ts'

/**
 * Spends a member's whole balance in ten ways at once: by spins, withdrawals and transfers at two processes, by bets at
 * a third, while all comp is converted. One way succeeds; a second one may succeed only if a round has won the amount
 * back.
 */
export async function raceDoubleSpends(arena: Arena, members: number): Promise<void> {
  const { site, brand, urls } = arena.app
  const players: Player[] = []
  for (let index = 0; index < members; index += 1)
    players.push(await makePlayer(site, brand, { cash: wholeUnits(2 * whole) }))
  const pool = createPool(urls.appUrl, { max: 2, name: 'elsewhere' })
  const ledger = createLedger({ pool, secret: testSecret })
  const contraId = await ledger.accountId(brand.id, 'gaming', 'baize')
  const bet = async (player: Player, gameKind?: 'slot'): Promise<CallResult> => {
    const [memberId, key] = [player.memberId, randomUUID()]
    const bet = { memberId, kind: 'bet', source: 'system', key, request: ['bet', whole], contraId } as const
    const { outcome } = await ledger.post({ ...bet, stake: wholeUnits(whole), ...(gameKind ? { gameKind } : {}) })
    const status = outcome === 'done' ? 'success' : outcome
    arena.acknowledged.push({ memberId, key, outcome: status === 'success' ? 'effect' : 'refused' })
    return { status }
  }
  // Bets half of the balance first, which leaves the other half and comp.
  const given = await Promise.all(players.map((player) => bet(player, 'slot')))
  expectThat(arena, hasStatuses(given, { success: members }), 'comp for a double spend', countStatuses(given))
  await forAll(players, 8, (player) => spendTenTimes(arena, player, () => bet(player)))
  await pool.end()
}

const whole = 20_000
const compUnits = 100
const delays = [0, 10, 50, 200] as const

async function spendTenTimes(arena: Arena, player: Player, bet: () => Promise<CallResult>): Promise<void> {
  const balance = String(whole)
  const ways = [
    ['play/spin', { stake: balance }],
    ['routes/apply-user-withdraw', { balance, pass: player.pin }],
    ['routes/user-transfer-in', { company, balance }],
    ['bet', {}],
    ['routes/roll-to-balance', {}],
  ] as const
  // A random way is sent a moment earlier, to either process, so that every way succeeds sometimes.
  const maxDelayMs = delays[Math.floor(arena.draw() * delays.length)] ?? 0
  const ahead = Math.floor(arena.draw() * (ways.length - 1))
  const results = await Promise.all(
    [...ways, ...ways].map(async ([path, body], index) => {
      const turn = arena.draw() < 0.5 ? 0 : 1
      if (index % ways.length !== ahead) await sleep((0.5 + arena.draw() / 2) * maxDelayMs)
      const answer =
        path === 'bet' ? bet() : callMember(arena, player, path, { requestId: randomUUID(), ...body }, turn)
      return { path, answer: await answer }
    }),
  )
  const won = results.filter(({ answer }) => answer.status === 'success')
  const spent = won.filter(({ path }) => path !== 'routes/roll-to-balance')
  const pays = won.reduce((sum, { answer }) => sum + payOf(answer), 0)
  const spins = won.filter(({ path }) => path === 'play/spin').length
  const conversions = won.length - spent.length
  // A spin earns comp of its own, which a late conversion may find.
  expectThat(arena, conversions >= 1 && conversions <= 1 + spins, 'comp converted', results)
  const hasWonItBack = spent.length > 1 && compUnits * (1 + spins) + pays >= whole * (spent.length - 1)
  expectThat(arena, spent.length === 1 || hasWonItBack, 'the whole balance was spent', won)
  for (const { path } of spent) count(arena, `wonBy ${path.replace(/^.*\//, '')}`)
  count(arena, 'doubleSpends')
  const { rows } = await arena.app.ownerPool.query<{ left: bigint }>(
    'SELECT cash + comp AS left FROM wallet WHERE member_id = $1',
    [String(player.memberId)],
  )
  const left = wholeUnits(whole + compUnits * (1 + spins) - whole * spent.length) + wholeUnits(pays)
  expectThat(arena, rows[0]?.left === left, 'what is left', { is: String(rows[0]?.left), left: String(left), won })
}

function payOf(answer: CallResult): number {
  const round = answer['round']
  return typeof round === 'object' && round !== null && 'pay' in round ? Number(round.pay) : 0
}
