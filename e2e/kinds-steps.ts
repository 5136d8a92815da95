import type { Page } from 'playwright-core'
import { openSeatGames, seatGameByCode } from '#domain/games/seat-games.ts'
import type { TableKind } from '#domain/games/table/marks.ts'
import { openTables, tableByCode } from '#domain/games/table/tables.ts'
import { oneUnit, wholeUnits } from '#domain/money.ts'
import { journalKinds } from '#server/ledger/events.ts'
import { companyOf } from '#server/modules/table/store.ts'
import { scaledMs } from '#test/machine.ts'
import { openWindow } from './live-steps.ts'
import { asMember, callAs, expectSame, until, type MemberScene, type Setup } from './scene.ts'
import { money } from './texts.ts'

/** A round of each kind that is played by the keyboard alone, with its result and its money; two members at cards are in `table-steps.ts`. */
export const kindJourneys = {
  'a wheel, dice, a race and a seat of one’s own are played by keyboard': playKinds,
} as const

const begun = 1_000_000
/** From the first watcher to the end of the first race, which is the longest; `table-pace/dealing.ts` has its times. */
const roundMs = 75_000
const kinds = ['roulette', 'sic-bo', 'race'] as const satisfies readonly TableKind[]

/** All at once, each by a member of their own: they mostly wait. Nothing moves, so three stages cost little. */
async function playKinds(setup: Setup): Promise<void> {
  const options = { member: { cash: wholeUnits(begun) }, reducedMotion: 'reduce' } as const
  await Promise.all([
    ...kinds.map((kind) => asMember(setup, (scene) => playTable(scene, kind), options)),
    asMember(setup, playSeat, options),
  ])
}

/** Chooses the second chip and places it by the key of a spot, or by Enter on the spot that Tab reaches. */
async function playTable(scene: MemberScene, kind: (typeof kinds)[number]): Promise<void> {
  const code = openTables.find((one) => tableByCode(one)?.game.kind === kind) ?? ''
  const game = await openWindow(scene, { code, company: companyOf({ gameCode: code }), timeStemp: 0 })
  await game.locator('[data-phase=open]').waitFor({ timeout: scaledMs(roundMs) })
  await game.keyboard.press('2')
  const keyed = game.locator('[data-spot][aria-keyshortcuts]').first()
  const key = (await keyed.count()) > 0 ? await keyed.getAttribute('aria-keyshortcuts') : null
  if (key === null) await game.locator('[data-spot]:not([tabindex="-1"])').first().press('Enter')
  else await game.keyboard.press(key)
  const { staked } = await moneyOnce(scene, ({ bets }) => bets > 0)
  await barOf(scene, game, 'table.bet.staked').getByText(money(staked, scene.locale), { exact: true }).waitFor()
  await seeRound(scene, game, 'table.result.returned')
}

async function playSeat(scene: MemberScene): Promise<void> {
  await seeRound(scene, await playSeatRound(scene), 'blackjack.result.returned')
}

/** Deals with the second chip, and then declines and stands until the round is over. Returns the window. */
export async function playSeatRound(scene: MemberScene): Promise<Page> {
  const code = openSeatGames[0] ?? ''
  const company = seatGameByCode(code)?.company ?? ''
  const game = await openWindow(scene, { code, company, timeStemp: 0 })
  await game.locator('[data-spot=stake]').waitFor()
  for (const key of ['2', 'A', 'Space']) await game.keyboard.press(key)
  const isOver = () => moneyOf(scene).then(({ returned }) => returned !== null)
  while (!(await isOver())) {
    // A key of a decision that is not due does nothing.
    for (const key of ['N', 'S']) await game.keyboard.press(key)
    await game.waitForTimeout(300)
  }
  return game
}

type Money = { bets: number; staked: number; returned: number | null; cash: number }

/** What the journal has of the member's only round, in units of the currency. */
async function moneyOf({ program, member }: MemberScene): Promise<Money> {
  const rows = await program.database.db
    .selectFrom('journal')
    .select(['kind', 'cash', 'stake', 'pay'])
    .where('member_id', '=', member.id)
    .orderBy('seq')
    .execute()
  const units = (amount: bigint): number => Number(amount / oneUnit)
  const bets = rows.filter(({ kind }) => kind === journalKinds.bet)
  const result = rows.find(({ kind }) => kind === journalKinds.table_result)
  return {
    bets: bets.length,
    staked: units(bets.reduce((sum, { stake }) => sum + (stake ?? 0n), 0n)),
    returned: result ? units(result.pay ?? 0n) : null,
    cash: units(rows.at(-1)?.cash ?? 0n),
  }
}

async function moneyOnce(scene: MemberScene, fits: (found: Money) => boolean): Promise<Money> {
  let found = await moneyOf(scene)
  await until('the money of the round', async () => {
    found = await moneyOf(scene)
    return fits(found)
  })
  return found
}

/** The round ends with one figure, and its money is that of the journal, the window and the site. */
async function seeRound(scene: MemberScene, game: Page, plain: string): Promise<void> {
  const { locale, t } = scene
  const result = game.locator('div[data-tone][class*=result]')
  await result.waitFor({ timeout: scaledMs(roundMs) })
  const { staked, returned, cash } = await moneyOnce(scene, (found) => found.returned !== null)
  const net = (returned ?? 0) - staked
  const figures = { staked: money(staked, locale), returned: money(returned ?? 0, locale) }
  const text = net > 0 ? `+${money(net, locale)}` : t(plain, figures)
  await result.getByText(text, { exact: true }).waitFor()
  expectSame('the cash of the journal', cash, begun + net)
  await barOf(scene, game).getByText(money(cash, locale), { exact: true }).waitFor()
  expectSame('the balance of the site', (await callAs(scene, 'get-in-game-balance'))['balance'], String(cash))
  await scene.check(`a round by keyboard`, game)
}

/** The bar of a window, or what it names with this text. */
function barOf({ t }: MemberScene, game: Page, name?: string) {
  const bar = game.getByRole('region', { name: t('play.bar.controls') })
  return name === undefined ? bar : bar.getByText(t(name), { exact: true }).locator('..')
}
