import type { Page, WebSocketRoute } from 'playwright-core'
import type { Jackpot } from '#contract/jackpot.ts'
import { catalogue, type CatalogueGame } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectGameWindow } from './opening-steps.ts'
import { untilSpun } from './live-steps.ts'
import { asMember, callAs, countCalls, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { exactly, money } from './texts.ts'

/** Each machine of the catalogue from its tile in the lobby to the round in the member's list, and a jackpot that is closed. */
export const machineJourneys = {
  'every machine opens from the lobby and is played': everyMachine,
  'a closed jackpot disables the spin button with the reason': closedJackpot,
} as const

const begun = 500_000

/** From one page of the lobby, and with reduced motion: what moves is drawn on a processor here, twelve times. */
async function everyMachine(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      await scene.open('/game')
      for (const entry of catalogue) await playOnce(scene, entry)
    },
    // A page that is still blank has no storage to hide popups in.
    { member: { cash: wholeUnits(begun) }, allowed: [/^about:blank: .*localStorage/], reducedMotion: 'reduce' },
  )
}

async function playOnce(scene: MemberScene, { game, names }: CatalogueGame): Promise<void> {
  const { page, t, locale } = scene
  const name = names[locale as keyof typeof names]
  const tile = page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: name, has: page.locator('img') })
  const [window] = await Promise.all([page.waitForEvent('popup'), tile.first().click()])
  await expectGameWindow(window, game.code)
  // The introduction is pressed away by the browser's handler, as for every window.
  const spin = window.getByRole('button', { name: exactly(t('slot.bar.spin')) })
  await spin.click()
  await spin.waitFor({ state: 'hidden' })
  await untilSpun(scene, window)
  await until(`a round of ${game.code} in the list`, async () => {
    const { bets } = await callAs(scene, 'get-slot-bets-list', { take: 1 })
    const [newest] = bets as { code: string; status: string }[]
    return newest?.code === game.code && newest.status === 'completed'
  })
  const { balance } = await callAs(scene, 'get-in-game-balance')
  await window
    .getByText(money(Number(balance), locale), { exact: true })
    .first()
    .waitFor()
  await window.close()
}

/** The pools belong to all journeys: this window alone hears that a tier was closed. */
async function closedJackpot(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const linked = catalogue.find(({ game }) => featureOf(game, 'jackpot-link'))
      if (linked === undefined) throw new Error('no machine of the catalogue is linked to the jackpots')
      const window = await scene.person.context.newPage()
      const hear = await replaceJackpots(window)
      const { jackpots } = (await callAs(scene, 'get-jackpots')) as { jackpots: Jackpot[] }
      const { code } = linked.game
      const { gameUrl } = await callAs(scene, 'open-game', { code, company: linked.company, timeStemp: Date.now() })
      await window.goto(scene.program.site + String(gameUrl))
      const spin = window.getByRole('button', { name: exactly(scene.t('slot.bar.spin')) })
      await spin.waitFor()
      const described = window.getByRole('button', {
        name: exactly(scene.t('slot.bar.spin')),
        description: scene.t('slot.notice.jackpotClosed'),
        disabled: true,
      })
      const spins = countCalls(window, 'spin', 'play')
      hear(jackpots.slice(1))
      await described.waitFor()
      await spin.focus()
      await window.keyboard.press('Space')
      await window.keyboard.press('Enter')
      await spin.click({ force: true })
      await described.waitFor()
      expectSame('spins while a jackpot is closed', spins(), 0)
      await scene.check('a closed jackpot', window)

      hear(jackpots)
      await described.waitFor({ state: 'detached' })
      await window.keyboard.press('Space')
      await untilSpun(scene, window)
      expectSame('spins once it is open', spins(), 1)
      await window.close()
    },
    { member: { cash: wholeUnits(begun) } },
  )
}

/** Holds back what the server reports of the jackpots; the returned function reports instead. */
async function replaceJackpots(window: Page): Promise<(jackpots: readonly Jackpot[]) => void> {
  let heard: WebSocketRoute | null = null
  await window.routeWebSocket('**/api/live', (socket) => {
    heard = socket
    socket.connectToServer().onMessage((message) => {
      if (!String(message).includes('"kind":"jackpot"')) socket.send(message)
    })
  })
  return (jackpots) => {
    if (heard === null) throw new Error('the window has no socket')
    heard.send(JSON.stringify({ kind: 'jackpot', jackpots }))
  }
}
