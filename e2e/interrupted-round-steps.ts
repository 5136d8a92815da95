import type { Page } from 'playwright-core'
import { amountToWire, wholeUnits, type Amount } from '#domain/money.ts'
import { openWindow, untilSpun } from './live-steps.ts'
import { asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { exactly, money } from './texts.ts'

/**
 * The browser is killed in the middle of a round: before the response, at the response, and while the round is shown.
 * When the member opens the game again, the round is shown to its end once, and the balance is that of the books.
 */
export const interruptedRoundJourneys = { 'a round survives a killed browser': roundsInterrupted } as const

const begun = 500_000
const moments = ['sent', 'answered', 'showing'] as const
type Moment = (typeof moments)[number]

async function roundsInterrupted(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      for (const [index, moment] of moments.entries()) {
        const rounds = index + 1
        const window = await openWindow(scene)
        await untilSpun(scene, window)
        await killAt(scene, window, moment)
        const booked = await untilBooked(scene, rounds)
        const game = await openWindow(scene)
        // The rest of the round is shown first.
        await untilSpun(scene, game)
        const { balance } = await callAs(scene, 'get-in-game-balance')
        await game
          .getByText(money(Number(balance), scene.locale), { exact: true })
          .first()
          .waitFor()
        // The list does not show the win of a round before the round was shown.
        await until(`the round interrupted when ${moment} to be over`, async () => {
          const { maxCount, bets } = await callAs(scene, 'get-slot-bets-list')
          const [newest] = bets as { roundId: string; balanceWin: string; status: string }[]
          expectSame(`rounds after one interrupted when ${moment}`, maxCount, rounds)
          expectSame(`the round interrupted when ${moment}`, newest?.roundId, booked.id)
          return newest?.status === 'completed' && newest.balanceWin === amountToWire(booked.pay)
        })
        await game.close()
      }
    },
    { member: { cash: wholeUnits(begun) } },
  )
}

/** Starts a spin and kills the page's process, so that no unload handler runs. */
async function killAt(scene: MemberScene, game: Page, moment: Moment): Promise<void> {
  const crashed = game.waitForEvent('crash')
  const devtools = await scene.person.context.newCDPSession(game)
  const kill = (): void => void devtools.send('Page.crash').catch(() => undefined)
  if (moment === 'sent') {
    await game.route('**/api/play/spin', async (route) => {
      await route.fetch()
      kill()
    })
  }
  const answered = moment === 'sent' ? null : game.waitForResponse('**/api/play/spin')
  await game.getByRole('button', { name: exactly(scene.t('slot.bar.spin')) }).click()
  await answered
  if (moment === 'showing') await game.waitForTimeout(900)
  if (moment !== 'sent') kill()
  await crashed
  await game.close()
}

/** Waits for this many rounds and returns the newest, which was booked without the browser. */
async function untilBooked(scene: MemberScene, rounds: number): Promise<{ id: string; pay: Amount }> {
  const read = () =>
    scene.program.database.db
      .selectFrom('round')
      .select(['id', 'pay'])
      .where('member_id', '=', scene.member.id)
      .orderBy('nonce', 'desc')
      .execute()
  await until('the round to be booked', async () => (await read()).length === rounds)
  const [newest] = await read()
  if (newest === undefined) throw new Error('no round was booked')
  return newest
}
