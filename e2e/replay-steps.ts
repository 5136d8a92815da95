import { catalogue } from '#domain/games/catalogue.ts'
import { openTables } from '#domain/games/table/tables.ts'
import { wholeUnits } from '#domain/money.ts'
import { scaledMs } from '#test/machine.ts'
import type { Page } from 'playwright-core'
import { playSeatRound } from './kinds-steps.ts'
import { playRounds } from './records-steps.ts'
import { asGuest, asMember, callAs, expectSame, until, type Scene, type Setup } from './scene.ts'
import { exactly } from './texts.ts'

/** Rounds that anyone may watch: examples, rounds of tables, and those that members share. */

/** A watched round has at most so many scenes; on a busy machine each takes longer. */
const roundMs = 90_000

/** Presses cards away until the round is over. */
async function watchToTheEnd({ t }: Scene, page: Page): Promise<void> {
  const again = page.getByRole('button', { name: t('replayWatch.again') })
  await until(
    'the watched round is over',
    async () => {
      if (await again.isVisible()) return true
      await page.keyboard.press('Space')
      return false
    },
    roundMs,
  )
}

/** A guest watches the first example of a slot, verifies it, and watches a table: nothing asks for a session. */
async function guestWatches(setup: Setup): Promise<void> {
  const [{ game }] = catalogue
  await asGuest(setup, async (scene) => {
    const { page, t, open, check, program, locale } = scene
    await open(`/watch/${game.code}`)
    const main = page.getByRole('main')
    await main
      .getByRole('link', { name: t('replayWatch.play') })
      .first()
      .waitFor()
    await check('the rounds of a game')
    await main
      .getByRole('link', { name: t('replayWatch.play') })
      .first()
      .click()
    await page.getByText(t('replayWatch.ofExample', { nonce: 1 })).waitFor()
    await watchToTheEnd(scene, page)
    await check('a watched example')
    expectSame('figures of money', await page.getByText('₩').count(), 0)
    await page.getByRole('link', { name: t('replayWatch.more') }).click()
    await main
      .getByRole('link', { name: t('replayWatch.verify') })
      .first()
      .click()
    await page.getByText(t('fairness.verdict.proven')).first().waitFor()
    // A card over the stage leaves the ways on free.
    await page.goto(`${program.site}/play/${game.code}?watch=last&l=${locale}`)
    await page.getByRole('button', { name: t('slot.feature.start') }).waitFor({ timeout: scaledMs(roundMs) })
    await page.getByRole('link', { name: t('replayWatch.more') }).click()
    await open(`/watch/${openTables[0]}`)
    await main
      .getByRole('link', { name: t('replayWatch.play') })
      .first()
      .click()
    await page.getByRole('button', { name: t('replayWatch.again') }).waitFor({ timeout: scaledMs(roundMs) })
    await check('a watched round of a table')
  })
}

/** A member shares a round from its replay, a guest watches it by its address, and it ends when it is taken back. */
async function roundIsShared(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t, program, check } = scene
      await playRounds(scene, 1)
      await scene.open('/user')
      const [game] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('main').getByText(t('history.replay'), { exact: true }).first().click(),
      ])
      const mark = game.getByRole('region', { name: t('play.replay.mark') })
      await mark.getByRole('button', { name: t('play.replay.share') }).click()
      const dialog = game.getByRole('dialog', { name: t('play.replay.share') })
      await dialog.getByLabel(t('replay.agree')).check()
      await check('sharing a round', game)
      await dialog.getByRole('button', { name: t('replay.share'), exact: true }).click()
      await dialog.getByText(t('replay.shared')).waitFor()
      const address = await dialog.locator('code').innerText()
      await game.close()
      await asGuest(setup, async (guest) => {
        await guest.page.goto(address)
        await watchToTheEnd(guest, guest.page)
        await guest.check('a shared round')
        const { replays } = (await callAs(scene, 'get-own-replays')) as { replays: { id: string }[] }
        expectSame('the shared rounds', replays.length, 1)
        await page.goto(scene.address('/user'))
        await page
          .getByRole('main')
          .getByRole('link', { name: t('history.shared') })
          .click()
        const own = page.getByRole('main')
        await own.getByText(t('replay.takeBack'), { exact: true }).click()
        await own
          .getByRole('button', { name: t('replay.takeBack'), exact: true })
          .last()
          .click()
        await own.getByText(t('replay.empty')).waitFor()
        await guest.page.goto(address)
        await guest.page.getByRole('heading', { name: t('replayWatch.goneTitle') }).waitFor()
        await guest.check('a round that was taken back')
      })
      expectSame('the site', new URL(address).origin, program.site)
    },
    { member: { cash: wholeUnits(50_000) } },
  )
}

/** A round of Blackjack is shared from its replay in the window, once its member agrees; a guest watches it, and it is taken back there. */
async function decidedRoundIsShared(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { t, check } = scene
      const game = await playSeatRound(scene)
      await game.getByRole('button', { name: exactly(t('play.bar.history')) }).click()
      await game.locator('tbody button').first().click()
      await game.getByRole('button', { name: t('play.replay.share') }).click()
      const dialog = game.getByRole('dialog', { name: t('play.replay.share') })
      const share = dialog.getByRole('button', { name: t('replay.share'), exact: true })
      await share.click()
      await dialog.getByText(t('replay.mustAgree')).waitFor()
      await dialog.getByLabel(t('replay.agree')).check()
      await dialog.getByLabel(t('replay.listed')).check()
      await check('sharing a round with decisions', game)
      await share.click()
      await dialog.getByText(t('replay.shared')).waitFor()
      const address = await dialog.locator('code').innerText()
      await asGuest(setup, async (guest) => {
        await guest.page.goto(address)
        await watchToTheEnd(guest, guest.page)
        await guest.check('a shared round with decisions')
        expectSame('figures of money', await guest.page.getByText('₩').count(), 0)
        const takeBack = dialog.getByRole('button', { name: t('replay.takeBack'), exact: true })
        await takeBack.click()
        await dialog.getByText(t('replay.confirm')).waitFor()
        await takeBack.click()
        await dialog.getByText(t('replay.takenBack')).waitFor()
        await guest.page.goto(address)
        await guest.page.getByRole('heading', { name: t('replayWatch.goneTitle') }).waitFor()
      })
      expectSame('the shared rounds', await callAs(scene, 'get-own-replays'), {
        status: 'success',
        replays: [],
        maxCount: 0,
      })
    },
    { member: { cash: wholeUnits(50_000) }, reducedMotion: 'reduce' },
  )
}

export const replayJourneys = {
  'a guest watches rounds of any game': guestWatches,
  'a member shares a round and takes it back': roundIsShared,
  'a member shares a round of Blackjack from its window': decidedRoundIsShared,
} as const
