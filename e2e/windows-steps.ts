import type { Page } from 'playwright-core'
import { catalogue } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import { openWindow, untilSpun } from './live-steps.ts'
import { asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { exactly, money } from './texts.ts'

/** Windows of two games: the one that is opened later plays, and the other one ends between rounds. */
export const windowsJourneys = { 'of the windows of two games the later one plays': laterPlays } as const

const begun = 500_000

async function laterPlays(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const first = await openWindow(scene)
      await untilSpun(scene, first)
      const answered = first.waitForResponse('**/api/play/spin')
      await spinOf(scene, first).click()
      await answered
      // The round is shown to its end in the window that has ended meanwhile.
      const second = await openWindow(scene, otherGame)
      await untilEnded(scene, first)
      await untilSpun(scene, second)
      await scene.check('a window that another one has ended', first)
      await seeBalance(scene, second)
      await play(scene, second)
      expectSame('rounds after one in each window', await roundsOf(scene), 2)

      await first.getByRole('button', { name: exactly(scene.t('play.closed.takeBack')) }).click()
      await untilSpun(scene, first)
      await untilEnded(scene, second)
      await play(scene, first)
      expectSame('rounds after a window was taken back', await roundsOf(scene), 3)
      // A page that no script has opened goes to the home page instead of closing.
      await second.getByRole('button', { name: exactly(scene.t('play.closed.close')) }).click()
      await second.waitForURL((url) => !url.pathname.startsWith('/play/'))
    },
    { member: { cash: wholeUnits(begun) } },
  )
}

const other = catalogue[1]
if (other === undefined) throw new Error('the catalogue has one game only')
const otherGame = { code: other.game.code, company: other.company, timeStemp: 0 }

function spinOf({ t }: MemberScene, game: Page) {
  return game.getByRole('button', { name: exactly(t('slot.bar.spin')) })
}

async function play(scene: MemberScene, game: Page): Promise<void> {
  const answered = game.waitForResponse('**/api/play/spin')
  await spinOf(scene, game).click()
  await answered
  await untilSpun(scene, game)
  await seeBalance(scene, game)
}

async function untilEnded({ t }: MemberScene, game: Page): Promise<void> {
  const heading = game.getByRole('heading', { name: exactly(t('play.closed.elsewhereTitle')) })
  const skip = game.getByRole('button', { name: exactly(t('slot.bar.skip')) })
  await until('the other window to end', async () => {
    await skip
      .evaluate((button, label) => button.ariaLabel === label && (button as HTMLElement).click(), t('slot.bar.skip'), {
        timeout: 300,
      })
      .catch(() => undefined)
    return heading.isVisible()
  })
}

/** The balance of the window is that of the site, once no round is being shown. */
async function seeBalance(scene: MemberScene, game: Page): Promise<void> {
  await until('the balance of the window to agree', async () => {
    const { balance } = await callAs(scene, 'get-in-game-balance')
    return game
      .getByText(money(Number(balance), scene.locale), { exact: true })
      .first()
      .isVisible()
  })
}

async function roundsOf(scene: MemberScene): Promise<unknown> {
  return (await callAs(scene, 'get-slot-bets-list'))['maxCount']
}
