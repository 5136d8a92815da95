import type { Locator } from 'playwright-core'
import { v7 as uuidv7 } from 'uuid'
import { layoutShift } from './browser.ts'
import { expectGameWindow, nameOf } from './opening-steps.ts'
import { popupJourneys } from './popup-steps.ts'
import { asGuest, asMember, callAs, expectSame, until, type Scene, type Setup } from './scene.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { anySlot, openAnySlot } from '#test/any-slot.ts'

/** The lobby: search and filters, favourites, a company's games, and a game chosen before sign-in. */

const maxShift = 0.01
const lastSlot = (catalogue.at(-1) ?? catalogue[0]).game.code

function tilesOf(scene: Scene): Locator {
  return scene.page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: scene.page.locator('button img') })
}

async function expectTiles(scene: Scene, count: number): Promise<void> {
  await until(`${count} tiles`, async () => (await tilesOf(scene).count()) === count)
}

const queryOf = (scene: Scene): Record<string, string> => Object.fromEntries(new URL(scene.page.url()).searchParams)

async function expectQuery(scene: Scene, wanted: Record<string, string>): Promise<void> {
  await until(
    `the address ${JSON.stringify(wanted)}`,
    () =>
      JSON.stringify(Object.entries(queryOf(scene)).toSorted()) === JSON.stringify(Object.entries(wanted).toSorted()),
  )
}

/**
 * Search by initial consonants, among the games of every kind; filters with counts, sorting; the URL keeps them on reload,
 * back and forward.
 */
async function lobbyFilters(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/game')
    await expectTiles(scene, 12)
    const shift = await layoutShift(page)
    if (shift > maxShift) throw new Error(`the lobby moved by ${shift}`)
    await scene.check('the lobby')
    await page.keyboard.press('/')
    await page.keyboard.type('ㅎㄹㅇ')
    await expectTiles(scene, 1)
    expectSame(
      'the game found',
      (await tilesOf(scene).first().textContent())?.includes(await nameOf(scene, anySlot.code)),
      true,
    )
    await expectQuery(scene, { q: 'ㅎㄹㅇ' })
    await page.reload()
    await expectTiles(scene, 1)
    await page.getByRole('button', { name: t('lobby.clear') }).click()
    await expectTiles(scene, 12)
    const filters = page.getByRole('search')
    await filters.getByRole('button', { name: t('lobbyFeature.ways'), pressed: false }).click()
    await expectTiles(scene, 2)
    await filters.getByRole('button', { name: t('lobbyFeature.multiplier') }).click()
    await expectTiles(scene, 1)
    await page.getByLabel(t('lobby.sort'), { exact: true }).selectOption('name')
    await expectQuery(scene, { features: 'ways,multiplier', sort: 'name' })
    await page.goBack()
    await expectQuery(scene, { features: 'ways,multiplier' })
    await page.goBack()
    await expectTiles(scene, 2)
    await page.goForward()
    await expectTiles(scene, 1)
    await scene.check('the narrowed lobby')
    await scene.open('/game?q=ㅂㅋㄹ')
    const casino = page.getByRole('region', { name: t('menu.casino') })
    await casino.getByRole('heading', { level: 2 }).waitFor()
    expectSame('tables found beside slots', await casino.getByRole('listitem').count(), 3)
    await scene.check('games of another kind')
    await scene.open('/game?q=nobody-plays-this')
    await page.getByText(t('lobby.none')).waitFor()
    await scene.check('the empty lobby')
    await page.getByRole('button', { name: t('lobby.clear') }).click()
    await expectTiles(scene, 12)
    await page.getByRole('radio', { name: t('menu.casino') }).check()
    await expectTiles(scene, 7)
    await expectQuery(scene, { type: 'casino' })
    await page.goBack()
    await expectTiles(scene, 12)
  })
}

/** Favourites survive a reload and are a filter; recently played games have a row. */
async function favouritesAndRecent(setup: Setup): Promise<void> {
  await asMember(
    setup,
    async (scene) => {
      const { page, t } = scene
      await scene.open('/game')
      const name = await nameOf(scene, lastSlot)
      const heart = page.getByRole('button', { name: t('favourite.of', { game: name }), exact: true })
      await heart.waitFor()
      const recent = page.getByRole('region', { name: t('lobby.recent') })
      expectSame('recent games of a new member', await recent.count(), 0)
      await heart.focus()
      await page.keyboard.press('Enter')
      await until('the heart', async () => (await heart.getAttribute('aria-pressed')) === 'true')
      await until('the favourite on the server', async () =>
        marked(await callAs(scene, 'get-favourites')).includes(lastSlot),
      )
      await page.reload()
      await until('the heart after a reload', async () => (await heart.getAttribute('aria-pressed')) === 'true')
      await page
        .getByRole('button', { name: t('favourite.title'), pressed: false })
        .first()
        .click()
      await expectTiles(scene, 1)
      await heart.click()
      await page.getByText(t('favourite.none')).waitFor()
      await until('the favourite to be removed', async () => marked(await callAs(scene, 'get-favourites')).length === 0)
      const opened = await callAs(scene, 'open-game', openAnySlot())
      const game = await scene.person.context.newPage()
      await game.goto(scene.program.site + String(opened['gameUrl']))
      await game.close()
      await scene.open('/game')
      await recent.getByRole('button', { name: await nameOf(scene, anySlot.code) }).waitFor()
      await scene.check('the lobby of a member')
      // A page that is still blank has no storage to hide popups in.
    },
    { allowed: [/^about:blank: .*localStorage/] },
  )
}

function marked(answer: Record<string, unknown>): string[] {
  return (answer['games'] as { code: string }[]).map(({ code }) => code)
}

/** A company's games open over the home page: back closes them, the focus returns, and the URL opens them again. */
async function companySheet(setup: Setup): Promise<void> {
  await asMember(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/')
    const company = page
      .getByRole('region', { name: t('home.games') })
      .getByRole('button')
      .first()
    const sheet = page.getByRole('dialog', { name: t('lobby.gamesOf', { company: 'Baize Studio' }) })
    await company.click()
    await sheet.getByRole('searchbox').fill('ㅎㄹㅇ')
    await until(
      'one game',
      async () =>
        (await sheet
          .getByRole('listitem')
          .filter({ has: page.locator('img') })
          .count()) === 1,
    )
    await expectQuery(scene, { company: 'baize', 'sheet-q': 'ㅎㄹㅇ' })
    await scene.check('a company’s games open in a sheet')
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    await expectQuery(scene, {})
    await until('the focus on the chip', () => company.evaluate((chip) => chip === document.activeElement))
    await page.keyboard.press('Enter')
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expectQuery(scene, {})
    await scene.open('/?company=baize')
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expectQuery(scene, {})
  })
  await asGuest(setup, async (scene) => {
    await scene.open('/?company=baize')
    await scene.page.getByRole('dialog').getByText(scene.t('messages.msg2001')).waitFor()
    await scene.page.keyboard.press('Escape')
    await expectQuery(scene, {})
  })
}

/**
 * A guest clicks a game, may watch one of its rounds, signs in within the dialog, and the game opens; so does the game of
 * a banner.
 */
async function gameChosenBeforeSignIn(setup: Setup): Promise<void> {
  const member = await setup.program.database.newMember()
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    await scene.open('/game')
    await tilesOf(scene).first().getByRole('button').first().click()
    const dialog = page.getByRole('dialog', { name: t('signIn.title') })
    await dialog.getByText(t('messages.msg2001')).waitFor()
    const watch = dialog.getByRole('link', { name: t('launch.watch') })
    expectSame(
      'where a round is watched',
      await watch.getAttribute('href'),
      `/play/${anySlot.code}?watch=last&l=${scene.locale}`,
    )
    await scene.check('a guest chose a game')
    await dialog.getByLabel(t('signIn.id'), { exact: true }).fill(member.loginId)
    await dialog.getByLabel(t('signIn.password'), { exact: true }).fill(member.password)
    const coming = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await expectGameWindow(await coming)
    await scene.open('/')
    const opened = page.waitForEvent('popup')
    // A click within 0.7 s after an opening counts as part of the same click.
    await page.waitForTimeout(1_000)
    await page
      .getByRole('region', { name: t('home.banners') })
      .getByRole('link')
      .first()
      .click()
    await expectGameWindow(await opened)
  })
}

/**
 * At most five inquiries and five notices, each list with a link to the rest; pages are at most 1400 px wide; tiles are
 * 3:4 in two to six columns.
 */
async function homeBoxes(setup: Setup): Promise<void> {
  const { db, fileHelps } = setup.program.database
  const ids = Array.from({ length: 6 }, () => uuidv7())
  await asMember(setup, async (scene) => {
    const { page, t, member } = scene
    await fileHelps(member, { answered: false, count: 7 })
    await db
      .insertInto('notice')
      .values(ids.map((id) => ({ id, brand_id: member.brandId, title: 'Six notices', contents: '<p>…</p>' })))
      .execute()
    try {
      const box = (key: string) => page.getByRole('region', { name: t(`home.${key}`) })
      await until(
        'the newest notices on the home',
        async () => {
          await scene.open('/')
          return (await box('latestNotice').getByText('Six notices').count()) === 5
        },
        20_000,
      )
      for (const [key, path] of [
        ['latestHelp', 'help'],
        ['latestNotice', 'notice'],
      ] as const) {
        await until(`five lines of ${key}`, async () => (await box(key).getByRole('listitem').count()) === 5)
        const days = await box(key)
          .getByText(/^20\d\d-\d\d-\d\d$/)
          .count()
        expectSame(`days in ${key}`, days, 5)
        const more = await box(key).getByRole('link').first().getAttribute('href')
        expectSame(`the rest of ${key}`, more, `/${scene.locale}/${path}`)
      }
      await page.getByText(t('footer.cookie')).waitFor()
      if (scene.phone) return
      await page.setViewportSize({ width: 1800, height: 900 })
      for (const path of ['/', '/game']) {
        await scene.open(path)
        const main = page.getByRole('main')
        await until(`a width of 1400 px on ${path}`, async () => (await main.boundingBox())?.width === 1400)
      }
      for (const [width, columns] of [
        [1400, 6],
        [1100, 5],
        [900, 4],
        [700, 3],
        [500, 2],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await tilesOf(scene).first().waitFor()
        const grid = await tilesOf(scene).evaluateAll((tiles) => {
          const [first] = tiles
          const box = first?.querySelector('button')?.getBoundingClientRect()
          const top = first?.getBoundingClientRect().top
          const inRow = tiles.filter((tile) => tile.getBoundingClientRect().top === top).length
          return [inRow, Math.round(((box?.width ?? 0) / (box?.height ?? 1)) * 100)]
        })
        expectSame(`columns and shape of the tiles at ${width} px`, grid, [columns, 75])
      }
    } finally {
      await db.updateTable('notice').set({ hidden_at: new Date() }).where('id', 'in', ids).execute()
    }
  })
}

const bannerMs = 6_000

/** The carousel rotates, and stops under the pointer, in focus, when paused, and with reduced motion. */
async function rotatingBanners(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    const { page, t } = scene
    await page.clock.install()
    const carousel = page.getByRole('region', { name: t('home.banners') })
    const shown = () => carousel.locator('[data-shown]').evaluate((slide) => slide.textContent)
    const rotates = async (): Promise<boolean> => {
      const before = await shown()
      await page.clock.runFor(bannerMs + 100)
      return (await shown()) !== before
    }
    await scene.open('/')
    expectSame('the banner rotates by itself', await rotates(), true)
    await carousel.hover()
    expectSame('the banner rotates under the pointer', await rotates(), false)
    await page.mouse.move(0, 0)
    expectSame('the banner rotates again', await rotates(), true)
    await carousel.getByRole('button', { name: t('home.nextBanner') }).focus()
    expectSame('the banner rotates in focus', await rotates(), false)
    const before = await shown()
    await page.keyboard.press('Enter')
    expectSame('the next banner by key', (await shown()) !== before, true)
    const pause = carousel.getByRole('button', { name: t('home.pause') })
    await pause.focus()
    await page.keyboard.press('Enter')
    await carousel.getByRole('button', { name: t('home.play') }).waitFor()
    await carousel.getByRole('button', { name: t('home.play') }).blur()
    expectSame('the paused banner rotates', await rotates(), false)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await scene.open('/')
    expectSame('the banner rotates without motion', await rotates(), false)
  })
}

/** Run in every setup. */
export const lobbyJourneys = {
  'the lobby filters, sorts and keeps its address': lobbyFilters,
  'favourites and recent games are kept': favouritesAndRecent,
  'a company’s games open in a sheet': companySheet,
  'a game chosen by a guest opens after sign-in': gameChosenBeforeSignIn,
  ...popupJourneys,
  'the home page lists inquiries, notices and tiles': homeBoxes,
  'banners rotate and pause': rotatingBanners,
} as const
