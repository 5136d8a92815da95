import type { Locator, Page } from 'playwright-core'
import {
  asGuest,
  asMember,
  callAs,
  countCalls,
  expectSame,
  holdBack,
  until,
  type MemberScene,
  type Scene,
  type Setup,
} from './scene.ts'
import { openTables } from '#domain/games/table/tables.ts'
import { anySlot } from '#test/any-slot.ts'

/** Opening a game: every message, and every way in which the window opens or fails to open (spec §7, §9). */

const game = { code: anySlot.code, company: anySlot.company }
const dialogMs = 4_000
const windowFeatures = 'popup=yes,width=1400,height=800'
const macAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A tile for a guest; games that are refused to a member; a table that is closed meanwhile, and whose tile then is. */
export async function refusedOpenings(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    await scene.open('/?type=casino')
    await tileOf(scene, await nameOf(scene, 'baccarat'))
      .first()
      .click()
    await scene.page.getByRole('dialog').getByText(scene.t('messages.msg2001')).waitFor()
  })
  await asMember(
    setup,
    async (scene) => {
      const { page } = scene
      await scene.open('/?type=casino')
      await openAMomentBefore(scene)
      await clickGame(scene)
      await answerDialog(scene, 'msg2218')
      // The server knows no game of this code.
      await page.route(
        '**/api/routes/open-game',
        (route) => route.continue({ postData: { code: 'none', company: 'baize', timeStemp: 1 } }),
        { times: 1 },
      )
      await clickGame(scene)
      await answerDialog(scene, 'msg2218')
      await page.route('**/api/routes/open-game', (route) => route.abort(), { times: 1 })
      await clickGame(scene)
      await answerDialog(scene, 'msg2218')
      await refusedTable(scene)
      expectSame('windows after refusals', scene.person.context.pages().length, 1)
    },
    { allowed: [/ERR_FAILED/] },
  )
  await asMember(
    setup,
    async (scene) => {
      await scene.open('/')
      await clickGame(scene)
      await answerDialog(scene, 'msg2002')
    },
    { member: { playType: 'casino' } },
  )
}

/** A table that the server does not know fails with msg2012; one that was closed meanwhile is refused with msg2002, and its tile without a call. */
async function refusedTable(scene: MemberScene): Promise<void> {
  const { page, member } = scene
  const { db } = scene.program.database
  // Each language closes a table of its own, so that journeys can run concurrently; other journeys play at the first one.
  const [, first = '', second = ''] = openTables
  const code = scene.locale === 'ko' ? first : second
  const use = async (used: boolean): Promise<void> => {
    await db
      .transaction()
      .execute((tx) =>
        tx
          .updateTable('brand_game')
          .set({ used })
          .where('brand_id', '=', member.brandId)
          .where('game_code', '=', code)
          .execute(),
      )
  }
  const tile = tileOf(scene, await nameOf(scene, code)).first()
  const untilLocked = (locked: boolean): Promise<void> =>
    until(
      `the table on the page, ${locked ? 'closed' : 'open'}`,
      async () => {
        await scene.open('/?type=casino')
        return ((await tile.getAttribute('data-locked')) !== null) === locked
      },
      20_000,
    )
  await untilLocked(false)
  const calls = countCalls(page, 'open-game')
  await page.route(
    '**/api/routes/open-game',
    (route) => route.continue({ postData: { code: 'none', company: 'baize-live', timeStemp: 1 } }),
    { times: 1 },
  )
  await tile.click()
  await answerDialog(scene, 'msg2012')
  await use(false)
  try {
    await tile.click()
    await answerDialog(scene, 'msg2002')
    expectSame('calls for the table', calls(), 2)
    await untilLocked(true)
    await tile.click()
    await answerDialog(scene, 'msg2002')
    expectSame('calls for its closed tile', calls(), 2)
  } finally {
    await use(true)
  }
}

/** msg2217 during the call; it closes after 4 s, and a later response still opens the window. */
export async function lateOpening(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    await recordWindows(page)
    await page.clock.install()
    await scene.open('/')
    await page.clock.pauseAt(Date.now() + 60_000)
    const release = await holdBack(page, 'open-game')
    const calls = countCalls(page, 'open-game')
    await clickGame(scene, 2)
    const opening = page.getByRole('dialog', { name: t('launch.title') })
    await opening.getByText(t('messages.msg2217')).waitFor()
    await page.clock.runFor(dialogMs - 100)
    expectSame('msg2217 before its time is over', await opening.isVisible(), true)
    await page.clock.runFor(100)
    await opening.waitFor({ state: 'detached' })
    const windows = scene.person.context.pages()
    expectSame('windows before the answer', windows.length, scene.phone ? 2 : 1)
    const opened = scene.phone ? windows.at(-1) : await popupAfter(page, release)
    if (scene.phone) release()
    if (opened !== undefined) await expectGameWindow(opened)
    expectSame('calls of two clicks', calls(), 1)
    if (scene.phone) return
    const [given] = await page.evaluate<string[][]>('window.openedWith')
    expectSame('what the window was opened with', given?.[2], windowFeatures)
  })
}

async function popupAfter(page: Page, act: () => void): Promise<Page> {
  const coming = page.waitForEvent('popup')
  act()
  return coming
}

/**
 * Phones and Macs: the click opens a blank window, which is navigated without an opener, or closed when nothing opens.
 */
export async function blankWindows(setup: Setup): Promise<void> {
  for (const userAgent of setup.width < 600 ? [undefined] : [macAgent]) {
    await asMember(
      setup,
      async (scene) => {
        const { page, t } = scene
        await scene.open('/')
        const release = await holdBack(page, 'open-game')
        const [blank] = await Promise.all([page.waitForEvent('popup'), clickGame(scene)])
        expectSame('the window before the answer', blank.url(), 'about:blank')
        await until(
          'the waiting message in the blank window',
          async () => (await blank.title()) === t('messages.msg2217'),
        )
        release()
        await expectGameWindow(blank)
        await blank.close()
        // A click within 0.7 s after an opening counts as part of the same click.
        await page.waitForTimeout(1_000)
        await openAMomentBefore(scene)
        const [refused] = await Promise.all([page.waitForEvent('popup'), clickGame(scene)])
        if (!refused.isClosed()) await refused.waitForEvent('close')
        await answerDialog(scene, 'msg2218')
      },
      userAgent === undefined ? {} : { userAgent },
    )
  }
}

/** Makes the next click too soon after an opening in another browser. */
async function openAMomentBefore(scene: MemberScene): Promise<void> {
  await scene.page.route(
    '**/api/routes/open-game',
    async (route) => {
      await callAs(scene, 'open-game', { ...game, timeStemp: Date.now() })
      await route.continue()
    },
    { times: 1 },
  )
}

/** When the browser blocks the window, a link opens it by a click of its own. */
export async function blockedWindow(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    await page.addInitScript('window.open = () => null')
    await scene.open('/')
    await clickGame(scene)
    const dialog = page.getByRole('dialog', { name: t('launch.title') })
    await dialog.getByText(t('launch.blockedPopup')).waitFor()
    await scene.check('blocked window')
    const link = dialog.getByRole('link', { name: t('launch.openHere') })
    const [opened] = await Promise.all([scene.person.context.waitForEvent('page'), link.click()])
    await expectGameWindow(opened)
  })
}

export async function expectGameWindow(opened: Page, code = game.code): Promise<void> {
  await opened.waitForURL(`**/play/${code}?*`)
  expectSame('the opener of the game window', await opened.evaluate('window.opener === null'), true)
}

/** Clicks the game's tile on the home page this many times at once. */
export async function clickGame(scene: Scene, clicks = 1): Promise<void> {
  const tile = tileOf(scene, await nameOf(scene, game.code)).last()
  await tile.click({ clickCount: clicks })
}

function tileOf(scene: Scene, name: string): Locator {
  const games = scene.page.getByRole('region', { name: scene.t('home.games') })
  return games.getByRole('button').filter({ hasText: name })
}

/** A game's name in the scene's language. */
export async function nameOf(scene: Scene, code: string): Promise<string> {
  const { db } = scene.program.database
  const row = await db.selectFrom('game').select('names').where('code', '=', code).executeTakeFirstOrThrow()
  const names = row.names as Record<string, string>
  return names[scene.locale] ?? ''
}

/** Waits for the message's dialog and closes it. */
export async function answerDialog(scene: Scene, key: string): Promise<void> {
  const dialog = scene.page.getByRole('dialog', { name: scene.t(`messages.${key}`) })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: scene.t('common.confirm'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Records the page's calls of `window.open`. */
async function recordWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: unknown[][] = []
    const open = window.open.bind(window)
    Object.assign(window, {
      openedWith: all,
      open: (...given: Parameters<typeof open>) => {
        all.push(given)
        return open(...given)
      },
    })
  })
}
