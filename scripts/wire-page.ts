import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wirePage } from './wire/page.ts'

/** `npm run docs`: writes `docs/wire.md` from the contract. */

writeFileSync(join(import.meta.dirname, '../docs/wire.md'), wirePage())
