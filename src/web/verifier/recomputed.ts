import type { RecordCheck } from '#domain/games/record-check.ts'
import type { RecordedDraw } from '#domain/games/recorded-draw.ts'
import type { RoundRecord } from '#domain/games/round-record.ts'
import { comparison, element, tableOf, type Texts } from './elements.ts'

/** What a recomputed round shows besides its picture: its checks, and the stream. */

/** Each check with its values; `events` is the name of what a round showed: the reels of a slot, or cards. */
export function checksOf(t: Texts, checks: readonly RecordCheck[], events = 'events'): Node[] {
  if (checks.length === 0) return []
  const items = checks.map(({ check, holds, proves, stated, computed }) =>
    comparison(
      [
        t(`checks.${check === 'events' ? events : check}`),
        t(!holds ? 'checks.fails' : proves ? 'checks.holds' : 'checks.open'),
      ],
      [
        [t('checks.stated'), stated],
        [t(check === 'stake' ? 'checks.allowed' : 'checks.computed'), computed],
      ],
    ),
  )
  return [element('h3', {}, t('checks.title')), element('ul', {}, ...items)]
}

/** The blocks of the stream and the draws from them. */
export function stepsOf(
  t: Texts,
  record: RoundRecord,
  { game, blocks, draws }: { game: { code: string }; blocks: readonly string[]; draws: readonly RecordedDraw[] },
): Node[] {
  return [
    element('h3', {}, t('steps.title')),
    tableOf(
      [t('steps.message'), 'HMAC-SHA256'],
      blocks.map((block, index) => [
        element('code', {}, `${record.clientSeed}:${game.code}:${record.nonce}:${index}`),
        element('code', {}, block),
      ]),
    ),
    tableOf(
      [t('steps.draw'), t('steps.bytes'), t('steps.below'), t('steps.result')],
      draws.map(({ words, below, result }, index) => [
        String(index + 1),
        element('code', {}, words.join(' ')),
        String(below),
        String(result),
      ]),
    ),
  ]
}
