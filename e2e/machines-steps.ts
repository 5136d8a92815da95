import { catalogue, type CatalogueGame } from '#domain/games/catalogue.ts'
import { wholeUnits } from '#domain/money.ts'
import { expectGameWindow } from './opening-steps.ts'
import { untilSpun } from './live-steps.ts'
import { asMember, callAs, until, type MemberScene, type Setup } from './scene.ts'
import { exactly, money } from './texts.ts'

/** Each machine of the catalogue from its tile in the lobby to the round in the member's list. */
export const machineJourneys = { 'every machine opens from the lobby and is played': everyMachine } as const

const begun = 500_000

async function everyMachine(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      for (const entry of catalogue) await playOnce(scene, entry)
    },
    // A page that is still blank has no storage to hide popups in.
    { member: { cash: wholeUnits(begun) }, allowed: [/^about:blank: .*localStorage/] },
  )
}

async function playOnce(scene: MemberScene, { game, names }: CatalogueGame): Promise<void> {
  const { page, t, locale } = scene
  const name = names[locale as keyof typeof names]
  await scene.open('/game')
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
