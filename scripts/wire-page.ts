import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from './command.ts'
import { wirePage } from './wire/page.ts'

/** `npm run docs`: writes `docs/wire.md` from the contract. */

readCommand('docs\n  Writes docs/wire.md from the contract.', {})
writeFileSync(join(import.meta.dirname, '../docs/wire.md'), wirePage())
