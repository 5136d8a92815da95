import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { verifySeedChain } from '#domain/games/seed-chain.ts'
import type { EvidenceFile } from '#web/shared/seed-evidence.ts'
import { introductionButton } from './browser.ts'
import { seeBalance } from './site-steps.ts'
import type { Story } from './story-state.ts'
import { exactly, money } from './texts.ts'
import { scaledMs } from '#test/machine.ts'
import { anySlot } from '#test/any-slot.ts'

/** A machine in its window: three spins, a replay, and balances that agree with the books. */

export type Played = { balance: number; stakes: readonly number[] }

const stake = 4_000
/** A round with free spins takes long to show; skipping shortens it. */
const roundMs = 40_000

export async function playThreeSpins(story: Story, balance: number): Promise<Played> {
  const { page, t, check } = story
  const game = await openFromCompany(story)
  await beginToPlay(story, game)
  await game.getByRole('button', { name: t('slot.bar.spin'), exact: true }).waitFor()
  await game.getByText(money(balance), { exact: true }).first().waitFor()
  await check(game, 'game')
  await chooseStake(story, game)
  const spin = game.getByRole('button', { name: t('slot.bar.spin'), exact: true })

  const spinning = game.getByRole('button', { name: t('slot.bar.spinning'), exact: true })
  await spin.click()
  await spinning.waitFor()
  await story.shoot(game, 'game-spinning')
  await untilReady(story, game, 6_000)
  let now = await agreeWithBooks(story, game, balance)
  await check(game, 'game-after-a-spin')

  await spinByKey(story, game)
  await untilReady(story, game)
  now = await agreeWithBooks(story, game, now)

  await spinByKey(story, game)
  await untilReady(story, game)
  now = await agreeWithBooks(story, game, now)

  await readHistory(story, game, { begun: balance, ended: now })
  await checkPanels(story, game)
  await changeSeeds(story, game)
  // The click closes its own page, sometimes before the click is reported, so only the closing counts.
  const closed = game.waitForEvent('close')
  const close = game.getByRole('button', { name: t('play.bar.closeWindow') })
  await close.waitFor()
  await Promise.all([closed, close.click().catch(() => closed)])
  await page.bringToFront()
  // The company's list is part of the browser history: it is open again after a reload, until it is closed.
  await page.reload()
  const list = page.getByRole('dialog', { name: t('lobby.gamesOf', { company: story.names.company }) })
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await seeBalance(page, now)
  return { balance: now, stakes: [stake, stake, stake] }
}

/** The introduction of the machine, with its three cards, until the member begins. */
async function beginToPlay({ t, check, names }: Story, game: Page): Promise<void> {
  await game.removeLocatorHandler(game.locator(introductionButton))
  const splash = game.getByRole('region', { name: t('slot.splash.title', { game: names.game }) })
  const play = splash.getByRole('button', { name: t('slot.splash.play') })
  await play.waitFor()
  const cards = await splash.getByRole('listitem').count()
  if (cards !== 3) throw new Error(`the introduction has ${cards} cards`)
  await check(game, 'game-introduction')
  // Again: the handler of a new window is added while it loads, and may have come after the first removal.
  await game.removeLocatorHandler(game.locator(introductionButton))
  await play.click()
  await splash.waitFor({ state: 'detached' })
}

/** No press shortens a spin: the first reel rests 840 ms after the press that began it at the earliest. */
async function spinByKey({ t }: Story, game: Page): Promise<void> {
  const name = t('slot.bar.spinning')
  const spinning = game.getByRole('button', { name, exact: true })
  const begun = Date.now()
  await game.keyboard.press('Space')
  // Seen and pressed in one step: a press that arrives after the spin would begin another one.
  await spinning.evaluate(
    (button, label) =>
      button.ariaLabel === label && dispatchEvent(new KeyboardEvent('keydown', { key: ' ', code: 'Space' })),
    name,
  )
  await spinning.waitFor({ state: 'detached' })
  if (Date.now() - begun < leastSpinMs) throw new Error(`a press ended the spin after ${Date.now() - begun} ms`)
}

/** From the answer until the last of five reels rests it takes longer; the first may have begun before it. */
const leastSpinMs = 900

/** The company's tile opens the list of its games; the game opens in a window. */
async function openFromCompany(story: Story): Promise<Page> {
  const { page, t, check, names } = story
  await page
    .getByRole('link', { name: t('frame.home', { brand: 'NOCTURNE' }) })
    .first()
    .click()
  const games = page.getByRole('region', { name: t('home.games') })
  await games.getByRole('button').filter({ hasText: names.company }).first().click()
  const list = page.getByRole('dialog', { name: t('lobby.gamesOf', { company: names.company }) })
  const tile = list.getByRole('button').filter({ hasText: names.game })
  await tile.waitFor()
  await check(page, 'slot-modal')
  const [game] = await Promise.all([page.waitForEvent('popup'), tile.click()])
  await game.waitForURL(`**/play/${anySlot.code}?*`)
  return game
}

async function chooseStake(story: Story, game: Page): Promise<void> {
  const { t } = story
  const control = game.getByRole('group', { name: t('slot.bar.stake'), exact: true })
  await control
    .getByRole('button', { name: exactly(t('slot.bar.stake')) })
    .and(control.getByTitle(t('slot.bar.stakePick')))
    .click()
  await game
    .getByRole('group', { name: t('slot.bar.stakePick') })
    .getByRole('button', { name: money(stake), exact: true })
    .click()
}

/** Waits for a round to be shown, then skips the rest of it. */
async function untilReady(story: Story, game: Page, patienceMs = 0): Promise<void> {
  const { t } = story
  const skip = game.getByRole('button', { name: t('slot.bar.skip'), exact: true })
  const spin = game.getByRole('button', { name: t('slot.bar.spin'), exact: true })
  const begun = Date.now()
  await spin.waitFor({ timeout: Math.max(1, patienceMs) }).catch(() => undefined)
  while (Date.now() - begun < scaledMs(roundMs)) {
    if (await spin.isVisible()) return
    // Checked and clicked in one step: a click that arrives after the end of the round would start another one.
    await skip
      .evaluate((button, label) => button.ariaLabel === label && (button as HTMLElement).click(), t('slot.bar.skip'), {
        timeout: 400,
      })
      .catch(() => undefined)
    await spin.waitFor({ timeout: 600 }).catch(() => undefined)
  }
  throw new Error('the round did not end in time')
}

/** The window shows the wallet's balance, which changed by stake and pay. */
async function agreeWithBooks(story: Story, game: Page, before: number): Promise<number> {
  const rounds = await callAsMember(story, 'get-slot-bets-list', { take: 1 })
  const [bet] = rounds['bets'] as { balanceBet: string; balanceWin: string }[]
  const expected = before - Number(bet?.balanceBet) + Number(bet?.balanceWin)
  const controls = game.getByRole('region', { name: story.t('play.bar.controls') })
  await controls.getByText(money(expected), { exact: true }).first().waitFor()
  const deadline = Date.now() + scaledMs(5_000)
  for (;;) {
    const { balance } = await callAsMember(story, 'get-in-game-balance', {})
    if (Number(balance) === expected) return expected
    if (Date.now() > deadline) throw new Error(`the wallet holds ${String(balance)}, the window shows ${expected}`)
    await game.waitForTimeout(100)
  }
}

/** A call with the member's cookie, as the browser would send it. */
async function callAsMember(story: Story, name: string, body: object): Promise<Record<string, unknown>> {
  const { site } = story.program
  const answer = await story.person.context.request.post(`${site}/api/routes/${name}`, {
    data: body,
    headers: { origin: site },
  })
  return (await answer.json()) as Record<string, unknown>
}

/** Three rounds are listed; their stakes and pays add up from the first balance to the last. Replays one of them. */
async function readHistory(story: Story, game: Page, balance: { begun: number; ended: number }): Promise<void> {
  const { t, check } = story
  await game.getByRole('button', { name: t('play.bar.history') }).click()
  const panel = game.getByRole('dialog', { name: t('play.history.title') })
  const rows = panel.getByRole('row').filter({ has: game.getByRole('button') })
  await rows.nth(2).waitFor()
  await check(game, 'game-history')
  for (const row of await rows.all()) await expectWholeRow(row)
  let sum = balance.begun
  for (const row of await rows.all()) {
    const cells = await row.getByRole('cell').allTextContents()
    // Counted from the end, because a phone omits the number.
    // The pay is followed by its multiple of the stake.
    const amount = (at: number) => Number((cells.at(at) ?? '').replace(/×.*/, '').replaceAll(/\D/g, ''))
    sum += amount(-2) - amount(-3)
  }
  if (sum !== balance.ended) throw new Error(`the history comes to ${sum}, the balance is ${balance.ended}`)
  await rows.first().getByRole('button').first().click()
  const mark = game.getByRole('region', { name: t('play.replay.mark') })
  await mark.waitFor()
  await check(game, 'game-replay')
  await mark.getByRole('button', { name: t('play.replay.close') }).click()
  await mark.waitFor({ state: 'detached' })
  await game.getByText(money(balance.ended), { exact: true }).first().waitFor()
}

/** The date stands in one line, and every button lies within the panel. */
async function expectWholeRow(row: Locator): Promise<void> {
  const lines = await row
    .getByRole('cell')
    .first()
    .evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      return new Set(Array.from(text.getClientRects(), ({ top }) => top)).size
    })
  if (lines !== 1) throw new Error(`the date of a row of the history takes ${lines} lines`)
  for (const button of await row.getByRole('button').all()) {
    const isInside = await button.evaluate((element) => {
      const [box, room] = [element, element.closest('dialog')].map((one) => one?.getBoundingClientRect())
      return box !== undefined && room !== undefined && box.left >= room.left && box.right <= room.right
    })
    if (!isInside) throw new Error(`a button of the history is cut off: ${await button.getAttribute('aria-label')}`)
  }
}

async function checkPanels(story: Story, game: Page): Promise<void> {
  const { t, check } = story
  for (const name of ['info', 'fairness'] as const) {
    await game.getByRole('button', { name: t(`play.bar.${name}`), exact: true }).click()
    const panel = game.getByRole('dialog')
    await panel.waitFor()
    await check(game, `game-${name}`)
    await game.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
}

/** Begins the second pair, whose commitment the window has stored; the saved evidence proves both pairs. */
async function changeSeeds(story: Story, game: Page): Promise<void> {
  const { t, check } = story
  await game.getByRole('button', { name: t('play.bar.fairness'), exact: true }).click()
  const panel = game.getByRole('dialog')
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await press(t('play.fairness.propose'))
  const proposed = await panel.getByLabel(t('play.fairness.newClientSeed')).inputValue()
  await press(t('play.fairness.change'))
  await check(game, 'game-seeds-confirm')
  await press(t('play.fairness.begin'))
  await panel.getByText(t('play.fairness.begun', { pair: 2 })).waitFor()
  await press(t('play.fairness.verify'))
  await panel.getByText(t('play.fairness.holds', { count: 2 })).waitFor()
  await check(game, 'game-seeds')
  const [download] = await Promise.all([game.waitForEvent('download'), press(t('play.fairness.download'))])
  const { receipts, pairs } = JSON.parse(await readFile(await download.path(), 'utf8')) as EvidenceFile
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  const report = verifySeedChain({ receipts, pairs }, sha256)
  const problems = [...report.faults, ...report.oldPairs, ...report.unwitnessedPairs]
  const [first, second] = pairs
  if (problems.length > 0 || first?.lastNonce !== 2 || first.serverSeed === null || second?.clientSeed !== proposed) {
    throw new Error(`the saved evidence does not prove two pairs: ${JSON.stringify({ report, pairs })}`)
  }
  await game.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
}
