import type { Page } from 'playwright-core'
import { openTables, tableByCode } from '#domain/games/table/tables.ts'
import { companyOf } from '#server/modules/table/store.ts'
import { openWindow } from './live-steps.ts'
import { asGuest, asMember, type MemberScene, type Setup } from './scene.ts'

/** What the windows of tables show on a small upright phone, measured. */
export async function smallPhone(setup: Omit<Setup, 'locale' | 'width'>): Promise<void> {
  const small: Setup = { ...setup, locale: 'en', width: 360 }
  const faults = await Promise.all([
    asMemberOf(small, (scene) => measureIn(scene, cards, [chipFaults, noticeFaults])),
    asMemberOf(small, (scene) => measureIn(scene, race, [chipFaults, runnerFaults])),
    watchFaults(small),
  ])
  if (faults.flat().length > 0) throw new Error(faults.flat().join('\n'))
}

type Measure = (scene: MemberScene, page: Page) => Promise<string[]>
type Box = { x: number; y: number; width: number; height: number }

const codeOf = (kind: string): string => openTables.find((one) => tableByCode(one)?.game.kind === kind) ?? ''
const cards = codeOf('baccarat')
const race = codeOf('race')
const size = { width: 360, height: 700 }
/** A finger hits what is at least so wide. */
const leastTarget = 32

async function asMemberOf(setup: Setup, act: (scene: MemberScene) => Promise<string[]>): Promise<string[]> {
  let faults: string[] = []
  const run = async (scene: MemberScene): Promise<void> => {
    faults = await act(scene)
  }
  await asMember(setup, run, { allowed: [/ERR_INTERNET_DISCONNECTED|WebSocket connection/] })
  return faults
}

async function measureIn(scene: MemberScene, code: string, measures: readonly Measure[]): Promise<string[]> {
  const page = await openWindow(scene, { code, company: companyOf({ gameCode: code }), timeStemp: 0 })
  await page.setViewportSize(size)
  await page.locator('[data-spot]').first().waitFor()
  const faults: string[] = []
  for (const measure of measures) faults.push(...(await measure(scene, page)))
  return faults.map((fault) => `${code}: ${fault}`)
}

/** Every chip can be pressed where it lies. */
async function chipFaults({ t }: MemberScene, page: Page): Promise<string[]> {
  const chips = page.getByRole('group', { name: t('table.bet.chips') }).getByRole('button')
  const seen = await chips.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { left, right, top, bottom, width } = button.getBoundingClientRect()
      const hits = [left + 2, right - 2].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
      return { width, isFree: hits.every((hit) => hit !== null && button.parentElement === hit.closest('fieldset')) }
    }),
  )
  const faults = seen.length < 5 ? [`there are ${seen.length} chips only`] : []
  seen.forEach(({ width, isFree }, index) => {
    if (width < leastTarget) faults.push(`chip ${index + 1} is ${width} px wide`)
    if (!isFree) faults.push(`chip ${index + 1} is covered`)
  })
  return faults
}

/** A notice covers neither the cards nor what is pressed next. */
async function noticeFaults({ person, t }: MemberScene, page: Page): Promise<string[]> {
  await person.context.setOffline(true)
  const notice = await boxOf(page, `[role=alert] p:has-text("${t('play.notice.offline')}")`)
  const faults: string[] = []
  for (const area of ['top', 'stage', 'spots', 'rail', 'money']) {
    if (overlap(notice, await boxOf(page, `[data-area=${area}]`))) faults.push(`a notice covers the area "${area}"`)
  }
  await person.context.setOffline(false)
  return faults
}

/** So many runners are seen without scrolling. */
async function runnerFaults(_: MemberScene, page: Page): Promise<string[]> {
  const rows = page.locator('[data-area=spots] li:has([data-spot^=win-])')
  const whole = await rows.evaluateAll((all) => {
    const list = all[0]?.parentElement?.getBoundingClientRect()
    return all.filter((row) => list && row.getBoundingClientRect().bottom <= list.bottom + 1).length
  })
  return whole < 3 ? [`${whole} runners are seen`] : []
}

/** The stage of a watched round fills the window between the bar at its top and the controls. */
async function watchFaults(setup: Setup): Promise<string[]> {
  const faults: string[] = []
  await asGuest(setup, async ({ page, program, locale, t }) => {
    for (const code of [cards, codeOf('roulette'), race]) {
      await page.goto(`${program.site}/play/${code}?watch=last&l=${locale}`)
      const stage = await boxOf(page, 'main > div:has(canvas)')
      const controls = await boxOf(page, `section[aria-label="${t('replayWatch.controls')}"]`)
      const header = await boxOf(page, 'main > header')
      const empty = [stage.y - header.y - header.height, controls.y - stage.y - stage.height].map(Math.round)
      if (empty.some((height) => height > 2))
        faults.push(`${code}: ${empty.join(' and ')} px beside the stage are empty`)
    }
  })
  return faults
}

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).first().boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  return box
}

function overlap(one: Box, other: Box): boolean {
  const apart = (a: number, length: number, b: number, most: number) => a + length <= b + 1 || b + most <= a + 1
  return !apart(one.x, one.width, other.x, other.width) && !apart(one.y, one.height, other.y, other.height)
}
