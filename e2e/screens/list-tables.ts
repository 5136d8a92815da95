import { openTableByCode, openTables } from '#domain/games/table/tables.ts'
import { companyOf } from '#server/modules/table/store.ts'
import { exactly } from '../texts.ts'
import type { Scene, Screen } from './scene.ts'

/** The screens of each table that can be played: while bets are open, with a bet, and its panels. */
export const tableScreens: readonly Screen[] = openTables.flatMap((code): Screen[] => {
  const screen = (name: string, act?: (scene: Scene) => Promise<void>): Screen => ({
    name: `table-${code}${name}`,
    who: 'player',
    path: '/',
    steps: enterTable(code, act),
    windowOnly: true,
  })
  return [
    screen(''),
    screen('-bet', bet),
    screen('-roads', openRoads),
    screen('-history', panel('history')),
    screen('-fairness', panel('fairness')),
    screen('-info', panel('info')),
    ...(code === 'roulette' ? [screen('-race', betOnRacetrack)] : []),
    ...(isRace(code) ? (['quinella', 'trifecta'] as const).map((kind) => screen(`-${kind}`, betOn(kind))) : []),
  ]
})

function isRace(code: string): boolean {
  return openTableByCode(code)?.game.kind === 'race'
}

/** Neighbours of a number, which are marked on the racetrack and on the layout. */
async function betOnRacetrack({ page, t }: Scene): Promise<void> {
  const tab = page.getByRole('button', { name: exactly(t('roulette.race')) })
  if (await tab.isVisible()) await tab.click()
  await page.locator('[data-call="neighbours-19"]').click()
}

/** A combination of runners with a stake, under the tab of its kind. */
function betOn(kind: 'quinella' | 'trifecta'): (scene: Scene) => Promise<void> {
  return async ({ page, t }) => {
    await page.getByRole('button', { name: exactly(t(`race.bet.${kind}`)) }).click()
    // The four tabs come first, then the runners.
    for (const at of [4, 1, 7].slice(0, kind === 'quinella' ? 2 : 3))
      await page
        .locator('[data-area=spots] button')
        .nth(4 + at)
        .click()
    await page.locator('[data-spot]').first().click()
  }
}

/** A round is open at the latest so long after the one before it. */
const untilOpenMs = 40_000

/** Opens the table's window in the page itself, so that it has the width of the screenshot. */
function enterTable(code: string, act?: (scene: Scene) => Promise<void>): (scene: Scene) => Promise<void> {
  return async (scene) => {
    const { page, token, world } = scene
    if (token === null) throw new Error('a guest has no window')
    await page.goto(
      world.site + (await world.openWindow(token, { code, company: companyOf({ gameCode: code }), timeStemp: 0 })),
    )
    await page.locator('[data-phase=open]').waitFor({ timeout: untilOpenMs })
    await act?.(scene)
    await page.waitForTimeout(700)
  }
}

async function bet({ page }: Scene): Promise<void> {
  await page.locator('[data-spot]').first().click()
}

async function openRoads({ page }: Scene): Promise<void> {
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
}

function panel(name: 'history' | 'info' | 'fairness'): (scene: Scene) => Promise<void> {
  return async ({ page, t }) => {
    await page.getByRole('button', { name: exactly(t(`play.bar.${name}`)) }).click()
    await page.getByRole('dialog').waitFor()
  }
}
