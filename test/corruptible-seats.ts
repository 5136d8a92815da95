import { settlementOf } from '#domain/games/blackjack/round.ts'
import { wholeUnits } from '#domain/money.ts'
import { endAllDue } from '#server/modules/seat-round/due.ts'
import { makeMember } from '#server/seed/builders.ts'
import { publishGames } from '#server/seed/lobby.ts'
import { isOpenHand, isOpenPair, sitWith, type Answer, type SeatPlayer } from '#test/seat-app.ts'
import { newRequestId, type TestApp, type TestResponse } from '#test/test-app.ts'

type Staff = (call: string, body?: object) => Promise<TestResponse>
type World = { app: TestApp; operators: { anna: Staff; bora: Staff } }

/**
 * Rounds with decisions in the world whose books are corrupted: one with several decisions and another after it, one that took the default after a break, an open
 * one with a decision, and two that two operators made void: one that was open, and a win that the member did not have any more.
 */
export async function playSeats({ app, operators }: World): Promise<void> {
  await publishGames(app.ownerDb, ['blackjack'])
  const sit = async (wanted: typeof isOpenHand): Promise<SeatPlayer> =>
    sitWith(app, await makeMember(app.deps, app.brand, { cash: 10_000_000_000n }), wanted)
  const player = await sit(isOpenPair)
  await standOn(player, await player.decide((await player.begin()).round, 'split'))
  await standOn(player, await player.begin())
  const restricted = await sit(isOpenHand)
  await restricted.begin()
  await app.member('take-a-break', { token: restricted.token, body: { lasts: '24h' } })
  await endAllDue(app.deps)
  const isTwoTwos: typeof isOpenHand = (state) =>
    isOpenPair(state) && state.hands[0]?.cards.every((card) => card % 13 === 1) === true
  const waiting = await sit(isTwoTwos)
  await waiting.decide((await waiting.begin()).round, 'hit')
  await voidRounds(app, operators)
}

/** Two operators make a win void while its member has it in play in the next round, and then that round, which is open. */
async function voidRounds(app: TestApp, operators: World['operators']): Promise<void> {
  const member = await makeMember(app.deps, app.brand, { cash: wholeUnits(10_000) })
  const player = await sitWith(
    app,
    member,
    (state, next) => settlementOf(state)?.hands[0]?.outcome === 'blackjack' && isOpenHand(next()),
  )
  const won = await player.begin(10_000)
  const next = await player.begin(25_000)
  for (const answer of [won, next]) await voidRound(operators, answer)
}

/** The call must succeed. */
async function must(response: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { body } = await response
  if (body.status !== 'success') throw new Error(JSON.stringify(body))
  return body
}

async function voidRound({ anna, bora }: World['operators'], { round }: Answer): Promise<void> {
  const proposed = { id: round.roundId, requestId: newRequestId(), reason: '화면 오류' }
  const { roundVoid } = await must(anna('propose-round-void', proposed))
  const { id } = (roundVoid as { proposal: { id: string } }).proposal
  await must(bora('approve-round-void', { id, requestId: newRequestId() }))
}

/** Ends a round. */
async function standOn(player: SeatPlayer, answer: Answer): Promise<void> {
  let { round } = answer
  while (round.state === 'open') {
    const action = round.view?.insurance === 'offered' ? 'decline' : 'stand'
    round = (await player.decide(round, action)).round
  }
}
