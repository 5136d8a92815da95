import { listCorruptions } from './corruption.ts'
import { altered, removed } from './put-back.ts'

/** A listed share of a round, one that is not listed, one that was taken back, and rounds of the same member that were never shared. */
const listed = `(SELECT id FROM public_replay WHERE listed ORDER BY shared_at LIMIT 1)`
const unlisted = `(SELECT id FROM public_replay WHERE NOT listed AND taken_back_at IS NULL ORDER BY shared_at LIMIT 1)`
const takenBack = `(SELECT id FROM public_replay WHERE taken_back_at IS NOT NULL LIMIT 1)`
const unshared = `(SELECT r.id FROM round r WHERE r.member_id = (SELECT member_id FROM public_replay LIMIT 1)
  AND NOT EXISTS (SELECT FROM public_replay p WHERE p.round_id = r.id) LIMIT 1)`

/** Corruptions of the rounds that members show to everyone (docs/decisions/047-public-replays.md). */
export const shareCorruptions = listCorruptions([
  [
    'a round that its member never shared',
    `INSERT INTO public_replay (round_id, member_id) SELECT id, member_id FROM round WHERE id = ${unshared}`,
    'states',
  ],
  [
    'a share that shows again after it was taken back',
    `UPDATE public_replay SET taken_back_at = NULL WHERE id = ${takenBack}`,
    'states',
  ],
  [
    'a share that is listed without its member',
    `UPDATE public_replay SET listed = true WHERE id = ${unlisted}`,
    'states',
  ],
  [
    'another round under the address of a share',
    `UPDATE public_replay SET round_id = ${unshared} WHERE id = ${listed}`,
    'states',
  ],
  ['a share of another time', `UPDATE public_replay SET shared_at = now() WHERE id = ${listed}`, 'states'],
  ['a share that is gone', `DELETE FROM public_replay WHERE id = ${takenBack}`, 'states'],
  [
    'another round under an address for a moment',
    altered('public_replay', { round_id: unshared }, `id = ${listed}`),
    'states',
  ],
  ['a share removed and inserted again', removed('public_replay', `id = ${takenBack}`), 'states'],
])
