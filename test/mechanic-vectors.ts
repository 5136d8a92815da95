import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '#domain/games/catalogue.ts'
import type { Game } from '#domain/games/game.ts'
import { canonicalJson } from '#domain/games/math-hash.ts'
import { workshop } from '#domain/games/workshop.ts'
import { exampleMachines } from '../scripts/fairness/example-machines.ts'
import { drawnRecord, strangeGames } from '../scripts/fairness/drawn-records.ts'
import { dataFileOf } from '../scripts/fairness/page.ts'
import { randomSlots } from './random-slots.ts'
import { sampleSlots } from './sample-slots.ts'
import { slateSlots } from './slate-slots.ts'
import { smallSlot } from './small-slot.ts'

/**
 * Writes rounds of every mechanic for the author of another verifier, in the form that `docs/fairness.md` publishes:
 * `node test/mechanic-vectors.ts FOLDER` makes `data/`, the data files, and `records/`, a list of records of each game
 * for `verify.py --list --data FOLDER/data`.
 */

/** Every machine of the tests, those in the making too. Codes occur once, so that each has a file of its own. */
export function vectorSlots(): Game[] {
  const games = [
    ...exampleMachines,
    ...slateSlots,
    ...catalogue,
    ...workshop,
    ...[smallSlot(), ...strangeGames(), ...sampleSlots, ...randomSlots(1, 150)].map((game) => ({ game })),
  ]
  return games.map(({ game }) => game)
}

const [, program = '', folder] = process.argv
if (folder !== undefined && program.endsWith('mechanic-vectors.ts')) {
  for (const name of ['data', 'records']) mkdirSync(join(folder, name), { recursive: true })
  for (const game of vectorSlots()) {
    writeFileSync(join(folder, 'data', dataFileOf(game)), canonicalJson(game))
    const records = Array.from({ length: 60 }, (_, nonce) => JSON.stringify(drawnRecord(game, nonce)))
    writeFileSync(join(folder, 'records', `${game.code}.json`), `[\n${records.join(',\n')}\n]\n`)
  }
}
