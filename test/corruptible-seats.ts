import { createPool } from '#server/db/pool.ts'
import { endAllDue } from '#server/modules/seat-round/due.ts'
import { makeMember } from '#server/seed/builders.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { commitPastTriggers } from '#test/past-triggers.ts'
import { isOpenHand, isOpenPair, sitWith, type Answer, type SeatPlayer } from '#test/seat-app.ts'
import type { TestApp } from '#test/test-app.ts'

/**
 * Rounds with decisions in the world whose books are corrupted: one with several decisions and another after it, one that took the default, and an open
 * one with a decision.
 */
export async function playSeats({ app }: { app: TestApp }): Promise<void> {
  await publishGames(app.ownerDb, ['blackjack'])
  const sit = async (wanted: typeof isOpenHand): Promise<SeatPlayer> =>
    sitWith(app, await makeMember(app.deps, app.brand, { cash: 10_000_000_000n }), wanted)
  const player = await sit(isOpenPair)
  await standOn(player, await player.decide((await player.begin()).round, 'split'))
  await standOn(player, await player.begin())
  await (await sit(isOpenHand)).begin()
  await endTime(app)
  await endAllDue(app.deps)
  const isTwoTwos: typeof isOpenHand = (state) =>
    isOpenPair(state) && state.hands[0]?.cards.every((card) => card % 13 === 1) === true
  const waiting = await sit(isTwoTwos)
  await waiting.decide((await waiting.begin()).round, 'hit')
}

/** Ends a round. */
async function standOn(player: SeatPlayer, answer: Answer): Promise<void> {
  let { round } = answer
  while (round.state === 'open') {
    const action = round.view?.insurance === 'offered' ? 'decline' : 'stand'
    round = (await player.decide(round, action)).round
  }
}

async function endTime(app: TestApp): Promise<void> {
  const pool = createPool(app.superUrl, { max: 1 })
  const client = await pool.connect()
  await commitPastTriggers(client, `UPDATE seat_round SET decide_by = clock_timestamp() WHERE state = 'open'`)
  client.release(true)
  await pool.end()
}
