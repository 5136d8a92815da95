import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from './command.ts'
import { fairnessFiles, refuseChangedData, withGeneratedParts } from './fairness/page.ts'
import { callTables } from './wire/call-tables.ts'
import { withOwnCalls } from './wire/own-calls.ts'
import { wirePage } from './wire/page.ts'

/**
 * `npm run docs`: writes `docs/wire.md`, the own calls of `docs/requirements.md` and the call tables of the browser from
 * the contract, and the parts of `docs/fairness.md` and the files of `docs/fairness/` from the games.
 */

readCommand(
  'docs\n  Writes docs/wire.md, the own calls of docs/requirements.md and the call tables of the browser from the contract, and the\n  generated parts of docs/fairness.md and docs/fairness/ from the games.',
  {},
)
const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs/wire.md'), wirePage())
for (const [path, source] of Object.entries(callTables())) writeFileSync(join(root, path), source)
const requirements = join(root, 'docs/requirements.md')
writeFileSync(requirements, await withOwnCalls(readFileSync(requirements, 'utf8')))
refuseChangedData()
for (const [path, text] of Object.entries(fairnessFiles())) writeFileSync(join(root, path), text)
const fairness = join(root, 'docs/fairness.md')
writeFileSync(fairness, await withGeneratedParts(readFileSync(fairness, 'utf8')))
