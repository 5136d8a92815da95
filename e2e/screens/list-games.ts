import type { Locator, Page } from 'playwright-core'
import { exactly } from '../texts.ts'
import { changeAnswer, holdCalls, refuseCalls, see, seeDialog, type Scene, type Screen } from './scene.ts'

/** A spin whose result failed its check. */
const voidAnswer = {
  status: 'void',
  round: {
    roundId: '01935b5e-0000-7000-8000-0000000000aa',
    nonce: 4,
    stake: '200',
    pay: '0',
    events: [{ type: 'void', reason: 'no-result' }],
  },
  pair: 1,
  balance: '1000000',
}

/** Screens of the lobby, of opening a game, and of its window. */
export const gameScreens: readonly Screen[] = [
  { name: 'slot-modal', who: 'member', path: '/?type=slot', steps: openCompany, windowOnly: true },
  { name: 'slot-modal-nothing', who: 'member', path: '/?type=slot', steps: findNothing, windowOnly: true },
  {
    name: 'slot-modal-loading',
    who: 'member',
    path: '/?type=slot',
    before: holdCalls('get-slot-by-company'),
    steps: pressCompany,
    windowOnly: true,
  },
  { name: 'game', who: 'member', path: '/game' },
  { name: 'game-casino', who: 'member', path: '/game?type=casino' },
  { name: 'game-sport', who: 'member', path: '/game?type=sport' },
  { name: 'game-found', who: 'member', path: '/game?q=%E3%85%8E%E3%84%B9%E3%85%87' },
  { name: 'game-nothing-found', who: 'member', path: '/game?q=qqqq' },
  { name: 'game-no-favourites', who: 'newcomer', path: '/game?favourites=1' },
  { name: 'game-recent', who: 'player', path: '/game' },
  { name: 'game-other-kind', who: 'member', path: '/game?q=%E3%85%82%E3%85%8B%E3%84%B9' },
  { name: 'game-chosen-by-guest', who: 'guest', path: '/?type=slot', steps: pressGame, windowOnly: true },
  {
    name: 'game-closed',
    who: 'member',
    path: '/?type=slot',
    before: changeAnswer('get-slot-by-company', withFirstClosed),
    steps: pressClosed,
    windowOnly: true,
  },
  {
    name: 'game-opening',
    who: 'member',
    path: '/?type=slot',
    before: holdCalls('open-game'),
    steps: clickGame('messages.msg2217'),
    windowOnly: true,
  },
  {
    name: 'game-too-soon',
    who: 'member',
    path: '/?type=slot',
    before: refuseCalls('open-game', { status: 'time' }),
    steps: clickGame('messages.msg2218'),
    windowOnly: true,
  },
  {
    name: 'game-limit',
    who: 'member',
    path: '/?type=slot',
    before: refuseCalls('open-game', { status: 'limit' }),
    steps: clickGame('launch.limit'),
    windowOnly: true,
  },
  {
    name: 'game-excluded',
    who: 'member',
    path: '/?type=slot',
    before: refuseCalls('open-game', { status: 'excluded' }),
    steps: clickGame('launch.excluded'),
    windowOnly: true,
  },
  {
    name: 'game-void',
    who: 'member',
    path: '/?type=slot',
    before: refuseCalls('open-game', { status: 'closed' }),
    steps: clickGame('launch.closed'),
    windowOnly: true,
  },
  {
    name: 'game-window-blocked',
    who: 'member',
    path: '/?type=slot',
    before: blockWindows,
    steps: clickGame('launch.blockedPopup'),
    windowOnly: true,
  },
  { name: 'window', who: 'player', path: '/', steps: enterWindow(), windowOnly: true },
  { name: 'window-stake', who: 'player', path: '/', steps: enterWindow(chooseStake), windowOnly: true },
  { name: 'window-spinning', who: 'player', path: '/', steps: enterWindow(spin), windowOnly: true },
  { name: 'window-history', who: 'player', path: '/', steps: enterWindow(panel('history')), windowOnly: true },
  { name: 'window-verify', who: 'player', path: '/', steps: enterWindow(verifyNewest), windowOnly: true },
  { name: 'window-verified', who: 'player', path: '/', steps: enterWindow(revealNewest), windowOnly: true },
  { name: 'window-replay', who: 'player', path: '/', steps: enterWindow(replay), windowOnly: true },
  { name: 'window-info', who: 'player', path: '/', steps: enterWindow(panel('info')), windowOnly: true },
  { name: 'window-fairness', who: 'player', path: '/', steps: enterWindow(panel('fairness')), windowOnly: true },
  { name: 'window-fairness-confirm', who: 'player', path: '/', steps: enterWindow(confirmSeeds), windowOnly: true },
  { name: 'window-fairness-pairs', who: 'player', path: '/', steps: enterWindow(verifyPairs), windowOnly: true },
  { name: 'window-fairness-fault', who: 'player', path: '/', steps: enterWindow(findSeedFault), windowOnly: true },
  { name: 'window-seed-alert', who: 'player', path: '/', steps: enterWindow(seeSeedAlert), windowOnly: true },
  { name: 'window-foreign-pair', who: 'player', path: '/', steps: askAboutPair, windowOnly: true },
  { name: 'window-elsewhere', who: 'player', path: '/', steps: enterWindow(openElsewhere), windowOnly: true },
  {
    name: 'window-void',
    who: 'player',
    path: '/',
    before: refuseCalls('spin', voidAnswer),
    steps: enterWindow(spin),
    windowOnly: true,
  },
  { name: 'window-used-address', who: 'player', path: '/', steps: enterTwice, windowOnly: true },
]

function games({ page, t }: Scene): Locator {
  return page.getByRole('region', { name: t('home.games') })
}

async function pressCompany(scene: Scene): Promise<void> {
  await games(scene).getByRole('button').filter({ hasText: 'Baize Studio' }).first().click()
  await scene.page.getByRole('dialog').waitFor()
}

async function openCompany(scene: Scene): Promise<void> {
  await pressCompany(scene)
  await scene.page.getByRole('dialog').getByRole('listitem').first().waitFor()
}

async function findNothing(scene: Scene): Promise<void> {
  await openCompany(scene)
  await scene.page.getByRole('dialog').getByRole('searchbox').fill('qqqq')
  await see(scene, 'lobby.none')
}

async function pressGame(scene: Scene): Promise<void> {
  await games(scene).locator('[data-tiles] button:not([data-locked])').first().click()
  await see(scene, 'launch.watch')
}

/** Every game of the demo data is offered, so the first one of the sheet is closed in the answer. */
function withFirstClosed({ games: slots }: Record<string, unknown>): Record<string, unknown> {
  return { games: (slots as object[]).map((slot, index) => (index === 0 ? { ...slot, used: 'n' } : slot)) }
}

async function pressClosed(scene: Scene): Promise<void> {
  await openCompany(scene)
  await scene.page.getByRole('dialog').locator('[data-locked]').first().click()
  await seeDialog(scene, 'messages.msg2002')
}

/** Clicks an open game and waits for the resulting message. */
function clickGame(key: string): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await openCompany(scene)
    const sheet = scene.page.getByRole('dialog')
    await sheet.locator('button:has(img):not([data-locked])').first().click()
    await scene.page.getByText(scene.t(key)).last().waitFor()
  }
}

async function blockWindows({ page }: Scene): Promise<void> {
  await page.addInitScript(() => {
    window.open = () => null
  })
}

/** Opens the game window in the page itself, so that it has the width of the screenshot. */
function enterWindow(act?: (scene: Scene) => Promise<void>): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await goToWindow(scene)
    await goOnWithPair(scene)
    await act?.(scene)
  }
}

async function goToWindow(scene: Scene): Promise<void> {
  if (scene.token === null) throw new Error('a guest has no window')
  await scene.page.goto(scene.world.site + (await scene.world.openWindow(scene.token)))
  await scene.page.getByRole('button', { name: scene.t('slot.bar.spin'), exact: true }).waitFor()
  await scene.page.waitForTimeout(700)
}

/** Verifies the newest round of the history. Its pair is in use until another screenshot has revealed its seed. */
async function verifyNewest(scene: Scene): Promise<void> {
  await panel('history')(scene)
  await scene.page.getByTitle(scene.t('play.history.verify')).first().click()
  await scene.page.locator('[data-verdict]').or(revealButton(scene)).waitFor()
}

async function revealNewest(scene: Scene): Promise<void> {
  await verifyNewest(scene)
  if (await revealButton(scene).isVisible()) await revealButton(scene).click()
  await scene.page.locator('[data-verdict]').waitFor()
}

function revealButton({ page, t }: Scene): Locator {
  return page.getByRole('button', { name: exactly(t('play.verify.reveal')) })
}

/** The question about a pair whose client seed was not chosen in this browser. */
async function askAboutPair(scene: Scene): Promise<void> {
  await scene.page.goto(scene.world.site)
  await scene.page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('baize.play.seeds.')))
      localStorage.removeItem(key)
  })
  await goToWindow(scene)
  await see(scene, 'play.fairness.foreignText')
  await settleWindow(scene)
}

/** A spin after the game was opened in another window. */
async function openElsewhere(scene: Scene): Promise<void> {
  if (scene.token === null) throw new Error('a guest has no window')
  await scene.context.request.get(scene.world.site + (await scene.world.openWindow(scene.token)))
  await spin(scene)
  await see(scene, 'play.closed.elsewhereText')
}

/** A browser that did not choose the client seed of the pair in use asks about it first. */
async function goOnWithPair({ page, t }: Scene): Promise<void> {
  const goOn = page.getByRole('button', { name: exactly(t('play.fairness.foreignGoOn')) })
  if (!(await goOn.isVisible())) return
  await goOn.click()
  await goOn.waitFor({ state: 'detached' })
}

async function chooseStake({ page, t }: Scene): Promise<void> {
  await page.getByTitle(t('slot.bar.stakePick')).first().click()
  await page.getByRole('group', { name: t('slot.bar.stakePick') }).waitFor()
}

async function spin({ page, t }: Scene): Promise<void> {
  await page.getByRole('button', { name: t('slot.bar.spin'), exact: true }).click()
  await page.waitForTimeout(600)
}

function panel(name: 'history' | 'info' | 'fairness'): (scene: Scene) => Promise<void> {
  return async (scene) => {
    await openPanelOf(scene.page, scene.t(`play.bar.${name}`))
    await settleWindow(scene)
  }
}

/** The step that explains what a new client seed does. */
async function confirmSeeds(scene: Scene): Promise<void> {
  const { page, t } = scene
  await openPanelOf(page, t('play.bar.fairness'))
  await page.getByRole('button', { name: exactly(t('play.fairness.change')) }).click()
  await page.getByRole('heading', { name: t('play.fairness.confirmTitle') }).scrollIntoViewIfNeeded()
  await settleWindow(scene)
}

/** The pairs after one step, the revealed one opened, and the result of comparing all of them. */
async function verifyPairs(scene: Scene): Promise<void> {
  const { page, t } = scene
  await confirmSeeds(scene)
  await page.getByRole('button', { name: exactly(t('play.fairness.begin')) }).click()
  const revealed = page.locator('details').nth(1)
  await revealed.locator('summary').click()
  await page.getByRole('button', { name: exactly(t('play.fairness.verify')) }).click()
  await page.getByRole('heading', { name: t('play.fairness.receipts') }).scrollIntoViewIfNeeded()
  await revealed.scrollIntoViewIfNeeded()
  await settleWindow(scene)
}

/** A stored receipt that differs from what the server answers: the window names the pair and both hashes. */
async function findSeedFault(scene: Scene): Promise<void> {
  const { page, t } = scene
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('baize.play.seeds.'))) {
      const text = localStorage.getItem(key) ?? ''
      localStorage.setItem(key, text.replaceAll(/"nextServerSeedHash":"[0-9a-f]{8}/g, '"nextServerSeedHash":"00000000'))
    }
  })
  await openPanelOf(page, t('play.bar.fairness'))
  await page.getByRole('heading', { name: t('play.fairness.faultTitle') }).waitFor()
  await settleWindow(scene)
}

/** The line over the stage that the fault leaves when the panel is closed. */
async function seeSeedAlert(scene: Scene): Promise<void> {
  await findSeedFault(scene)
  await scene.page.keyboard.press('Escape')
  await scene.page
    .getByText(scene.t('play.fairness.faultLine', { fault: scene.t('play.fairness.fault.swapped') }))
    .waitFor()
}

/** By the button of the top bar; a line over the stage may have one of the same name behind it. */
async function openPanelOf(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function replay(scene: Scene): Promise<void> {
  const { page, t } = scene
  await openPanelOf(page, t('play.bar.history'))
  await page.getByRole('dialog').getByRole('row').getByRole('button').first().click()
  await page.getByRole('region', { name: t('play.replay.mark') }).waitFor()
  await page.waitForTimeout(1_500)
}

async function settleWindow({ page }: Scene): Promise<void> {
  await page.waitForTimeout(500)
}

async function enterTwice(scene: Scene): Promise<void> {
  if (scene.token === null) throw new Error('a guest has no window')
  const address = scene.world.site + (await scene.world.openWindow(scene.token))
  await scene.page.goto(address)
  await scene.page
    .getByRole('button', { name: exactly(scene.t('slot.bar.spin')) })
    .first()
    .waitFor()
  await scene.page.goto(address)
}
