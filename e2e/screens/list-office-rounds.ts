import { hours, type Row } from './books-states.ts'
import type { DeskName } from './desks.ts'
import { changeAnswer, failCalls, holdCalls, main, openOffice, type Scene, type Screen } from './scene.ts'

/** Screens of the office's search for a round of any kind. */

type Steps = NonNullable<Screen['steps']>

function screen(name: string, path: string, more: Partial<Screen<DeskName>> = {}): Screen<DeskName> {
  return { name: `office-rounds${name}`, who: 'manager', path, ...more }
}

const names = (ko: string, en: string): Row => ({ ko, en, jp: en, vn: en, cn: en })

/** What `harbour 120` may be: a member's spin and round with decisions, and the rounds of tables of that name. */
const found = [
  { kind: 'slot', names: names('황금 호랑이', 'Golden Tiger') },
  { kind: 'seat', names: names('블랙잭', 'Blackjack') },
  { kind: 'table', names: names('노커미션 바카라', 'No-commission Baccarat') },
  { kind: 'table', names: names('가상 경마', 'Virtual Horses') },
].map((round, index): Row => ({
  ...round,
  id: `0197ffff-0000-7000-8000-00000000000${index}`,
  brand: 'nocturne',
  number: [120, 48_120, 1_204_120, 120][index],
  at: hours(index + 0.2),
  member: round.kind === 'table' ? null : { id: 'm', userId: 'harbour', nick: '항구', level: 2, referenceCode: 'A1' },
}))

const search =
  (text: string): Steps =>
  async ({ page }) => {
    const asked = page.waitForRequest(/get-found-rounds/)
    await page.getByRole('textbox').first().fill(text)
    await asked
    await page.waitForTimeout(400)
  }

/** The round of a slot that the member of the screens played. */
async function openSpin(scene: Scene): Promise<void> {
  await openOffice(scene, `/rounds/${scene.world.roundId}`)
  await main(scene).getByText(scene.world.roundId).first().waitFor()
}

export const officeRoundScreens: readonly Screen<DeskName>[] = [
  screen('', '/rounds'),
  screen('-found', '/rounds', {
    before: changeAnswer('get-found-rounds', () => ({ rounds: found })),
    steps: search('harbour 120'),
  }),
  screen('-spin', '/rounds', { steps: openSpin }),
  screen('-none', '/rounds/00000000-0000-4000-8000-000000000000'),
  screen('-nothing-found', '/rounds', { steps: search('nobody 7') }),
  screen('-loading', '/rounds', { before: holdCalls('get-found-rounds'), steps: search('harbour 120') }),
  screen('-failed', '/rounds', { before: failCalls(500, 'get-found-rounds'), steps: search('harbour 120') }),
]
