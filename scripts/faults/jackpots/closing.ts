import type { JackpotTier } from '#domain/games/game.ts'
import { closeJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { untilWaiting } from '#test/until.ts'
import { sleep } from '../program.ts'
import { countAnswer, holdPools, nextRound, type JackpotArena } from './arena.ts'

/** Hits while their tier is closed and opened again: those that passed the gate are paid, the others not booked. */
export async function hitWhileClosing(arena: JackpotArena, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await closeBetween(arena, time)
  await closeAgainAndAgain(arena, times)
  const { figures, paid, refused } = arena.tally
  Object.assign(figures, { paidAlthoughClosed: times, refusedAsClosed: refused.size })
  if (paid.size === 0) arena.tally.faults.push('no hit was paid while tiers were closed')
}

/** The tier is closed between the checks of a hit and its payment, which is made; a hit afterwards is refused. */
async function closeBetween(arena: JackpotArena, time: number): Promise<void> {
  const { app, ledgers, members, tally } = arena
  const [member, tier] = [members[time % members.length], jackpotTiers[time % jackpotTiers.length]]
  if (member === undefined || tier === undefined) throw new Error('there are no members')
  const ledger = ledgers[time % 2 === 0 ? 0 : 1]
  const pools = await holdPools(app.ownerPool)
  const event = nextRound(member, tier)
  const booked = ledger.spin(event)
  try {
    await untilWaiting(app.pool, 1)
    await setClosed(arena, tier, true)
  } finally {
    await pools.release()
  }
  countAnswer(tally, member, event, await booked)
  const late = nextRound(member, tier)
  const outcome = await ledger.spin(late)
  countAnswer(tally, member, late, outcome, true)
  if (outcome.outcome !== 'used') tally.faults.push(`a hit of the closed ${tier} ended as ${outcome.outcome}`)
  await setClosed(arena, tier, false)
}

/** All members hit at once while the tiers are closed and opened at random moments. */
async function closeAgainAndAgain(arena: JackpotArena, times: number): Promise<void> {
  const { members, ledgers, draw, tally } = arena
  let isPlaying = true
  const closing = (async () => {
    for (let time = 0; time < times; time += 1) {
      const tier = jackpotTiers[Math.floor(draw() * jackpotTiers.length)]
      if (tier === undefined) break
      await setClosed(arena, tier, true)
      await sleep(draw() * 20)
      await setClosed(arena, tier, false)
      await sleep(draw() * 20)
    }
    isPlaying = false
  })()
  await Promise.all([
    closing,
    ...members.map(async (member, index) => {
      while (isPlaying) {
        const tier = jackpotTiers[(index + Number(member.nonce)) % jackpotTiers.length] ?? null
        const event = nextRound(member, draw() < 0.7 ? tier : null)
        countAnswer(tally, member, event, await ledgers[draw() < 0.5 ? 0 : 1].spin(event), true)
      }
    }),
  ])
}

async function setClosed({ app, tally }: JackpotArena, tier: JackpotTier, closed: boolean): Promise<void> {
  const done = await app.site.db.transaction().execute((tx) => closeJackpot(tx, { tier, closed }))
  if (done !== 'done') tally.faults.push(`${closed ? 'closing' : 'opening'} the ${tier} ended as ${done}`)
}
