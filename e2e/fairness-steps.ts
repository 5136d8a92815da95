import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { roundRecordOf } from '#test/round-record.ts'
import { expectWholeNumbers } from './broken-words.ts'
import { asGuest, type Scene, type Setup } from './scene.ts'

/** Verifying rounds on the public page and with the offline verifier. */

/** A guest follows the footer, pastes a round and a changed one, and reads the state of the books. */
async function guestVerifies(setup: Setup): Promise<void> {
  await asGuest(setup, async (scene) => {
    const { page, t, check, open } = scene
    await open('/')
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('footer.fairness') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('fairness.title') }).waitFor()
    await page.getByText(t('fairness.books.paymentsOn')).waitFor()
    await check('fairness')
    const examples = await readExamples(scene)
    const [lines, freeSpins] = examples
    if (lines === undefined || freeSpins === undefined) throw new Error('there are no examples')
    await paste(scene, JSON.stringify(freeSpins))
    await verdict(scene, 'proven')
    await page.getByRole('button', { name: t('fairness.replay.next') }).click()
    await page.getByText(t('fairness.replay.free', { step: 1 })).waitFor()
    await page.getByText(t('fairness.steps.title')).click()
    await check('fairness-proven')
    await paste(scene, JSON.stringify({ ...lines, pay: '99999' }))
    await verdict(scene, 'false')
    await check('fairness-false')
    await paste(scene, JSON.stringify({ ...lines, serverSeed: null }))
    await verdict(scene, 'notRevealed')
    await paste(scene, JSON.stringify(roundRecordOf('losing')))
    await verdict(scene, 'proven')
    await expectWholeNumbers(page, 'the verdict on a round without a win')
    await verifyByPastedData(scene)
    await verifySeries(scene)
    await verifyDecisions(scene)
    await useOfflineVerifier(scene, lines)
  })
}

async function readExamples({ page, program }: Scene): Promise<RoundRecord[]> {
  const answer = await page.request.get(`${program.site}/fairness/examples.json`)
  return (await answer.json()) as RoundRecord[]
}

/** The data of a game that is not open are pasted first; then its round shows the coins that it held. */
async function verifyByPastedData(scene: Scene): Promise<void> {
  const { page, program, t, check } = scene
  const answer = await page.request.get(`${program.site}/fairness/mechanics.json`)
  const machines = (await answer.json()) as { data: { code: string; version: number }; records: RoundRecord[] }[]
  const coins = machines.find(({ data }) => data.code === 'example-coins')
  if (coins === undefined) throw new Error('there is no example of held coins')
  await paste(scene, JSON.stringify({ ...coins.data, stakes: [] }))
  await page.getByText(t('fairness.form.dataFault', { field: 'stakes' })).waitFor()
  await paste(scene, JSON.stringify(coins.data))
  const { code, version } = coins.data
  await page.getByText(t('fairness.form.dataRead', { game: code, version: String(version) })).waitFor()
  await paste(scene, JSON.stringify(coins.records[0]))
  await verdict(scene, 'proven')
  await page.getByRole('button', { name: t('fairness.replay.next') }).click()
  const reels = page.getByRole('region', { name: t('fairness.replay.reels') })
  await reels.getByText(t('fairness.replay.held', { count: 3 })).waitFor()
  await check('fairness-coins')
}

/** The example of a table is dealt again with one press; a wheel, dice and a changed round are pasted. */
async function verifySeries(scene: Scene): Promise<void> {
  const { page, program, t, check } = scene
  await page.getByRole('button', { name: t('fairness.form.exampleSeries') }).click()
  await verdict(scene, 'proven')
  await page.getByText(t('fairnessSeries.ownMixed')).waitFor()
  await check('fairness-series')
  const rounds = page.getByRole('region', { name: t('fairnessSeries.rounds') }).getByRole('listitem')
  await page.getByRole('button', { name: t('fairnessSeries.showAll', { count: 74 }) }).click()
  if ((await rounds.count()) !== 74) throw new Error(`${await rounds.count()} of 74 rounds are shown`)
  const answer = await page.request.get(`${program.site}/fairness/series.json`)
  const [, dice, wheel, , changed] = (await answer.json()) as object[]
  await paste(scene, JSON.stringify(dice))
  await page.getByText(t('fairnessSeries.noOwn')).waitFor()
  await check('fairness-series-dice')
  await paste(scene, JSON.stringify(wheel))
  await page.getByText(t('fairnessSeries.unsalted')).waitFor()
  await check('fairness-series-wheel')
  await paste(scene, JSON.stringify(changed))
  await verdict(scene, 'false')
  await page.getByText(t('fairnessSeries.fault.round', { number: '7' })).waitFor()
  await check('fairness-series-false')
}

/** The example of blackjack is played again with one press; one with a decision that does not fit is pasted. */
async function verifyDecisions(scene: Scene): Promise<void> {
  const { page, program, t, check } = scene
  await page.getByRole('button', { name: t('fairness.form.exampleDecisions') }).click()
  await verdict(scene, 'proven')
  await page.getByText(t('fairnessDecided.provenText')).waitFor()
  await check('fairness-decisions')
  const answer = await page.request.get(`${program.site}/fairness/decisions.json`)
  const noPair = ((await answer.json()) as object[])[5]
  await paste(scene, JSON.stringify(noPair))
  await verdict(scene, 'false')
  await page.getByText(t('fairnessDecided.fault.not-a-pair', { at: '1' })).waitFor()
  await check('fairness-decisions-false')
}

async function paste({ page, t }: Scene, text: string): Promise<void> {
  await page.getByLabel(t('fairness.form.paste')).fill(text)
  await page.getByRole('button', { name: t('fairness.form.verify'), exact: true }).click()
}

async function verdict({ page, t }: Scene, name: 'proven' | 'false' | 'notRevealed'): Promise<void> {
  const result = page.getByRole('region', { name: t('fairness.verdict.title') })
  await result.getByRole('heading', { name: t(`fairness.verdict.${name}`), exact: true }).waitFor()
}

/** The downloaded file has the hash shown on the page, and verifies rounds when it is opened from disk. */
async function useOfflineVerifier(scene: Scene, record: RoundRecord): Promise<void> {
  const { page, person, t } = scene
  const link = page.getByRole('link', { name: t('fairness.files.download', { name: 'verifier.html' }) })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const path = await download.path()
  const text = await readFile(path, 'utf8')
  await page.getByText(createHash('sha256').update(text).digest('hex')).waitFor()
  const offline = await person.context.newPage()
  const over = (): Promise<number> =>
    offline.evaluate<number>(
      `Math.max(...[document.documentElement, ...document.querySelectorAll('.scroll')].map((box) => box.scrollWidth - box.clientWidth))`,
    )
  await offline.setContent(text)
  await offline.getByLabel(t('fairness.form.paste')).fill(JSON.stringify(record))
  await offline.getByRole('button', { name: t('fairness.form.verify') }).click()
  await offline.getByRole('heading', { name: t('fairness.verdict.proven'), exact: true }).waitFor()
  const stakes = offline.getByRole('listitem').filter({ hasText: t('fairness.checks.allowed') })
  await stakes.filter({ has: offline.getByText(t('fairness.checks.stake'), { exact: true }) }).waitFor()
  if ((await over()) > 0) throw new Error(`the offline verifier overflows its width by ${await over()} px`)
  await offline.close()
}

export const fairnessJourneys = {
  'a guest verifies rounds': guestVerifies,
} as const
