import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import { readContact, readSecondApproval, setContact, setSecondApproval } from '#server/seed/brand-settings.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run brand -- --code nocturne --second-approval-from 3000000`: from this amount on a withdrawal is approved by
 * one operator and paid by another; with `none` one operator pays all. `--contact <text>` sets where visitors may ask
 * whose registration cannot be completed online. Without a setting it prints all. Exits with 2 for a wrong command
 * line, before the database is opened.
 */

const usage = `brand -- --code <brand> [--second-approval-from <amount>|none] [--contact <text>]
  Shows the settings of a brand, or sets them: the amount from which a withdrawal takes two operators, and the
  address, telephone number or link for visitors whose registration cannot be completed online.`

const mostContactLength = 200

type Wanted = { code: string; from?: Amount | null; contact?: string }

function readWanted(): Wanted {
  const { values } = readCommand(usage, {
    code: { type: 'string' },
    'second-approval-from': { type: 'string' },
    contact: { type: 'string' },
  })
  const { code, 'second-approval-from': given } = values
  if (code === undefined) return refuse(usage, '--code is missing.')
  const contact = values.contact?.trim()
  if (contact !== undefined && contact.length > mostContactLength)
    return refuse(usage, `--contact has at most ${mostContactLength} characters.`)
  const wanted = { code, ...(contact === undefined ? {} : { contact }) }
  if (given === undefined) return wanted
  const from = given === 'none' ? null : amountFromWire(given)
  if (from === 0n || (from === null && given !== 'none'))
    return refuse(usage, '--second-approval-from is an amount above 0, such as 3000000, or none.')
  return { ...wanted, from }
}

function describeAmount(from: Amount | null): string {
  if (from === null) return 'are paid by one operator'
  return `from ${new Intl.NumberFormat('en').format(amountToWire(from) as Intl.StringNumericLiteral)} on take two operators`
}

async function applyContact(db: Database, wanted: Wanted, print: (line: string) => void): Promise<void> {
  if (wanted.contact !== undefined) await setContact(db, wanted.code, wanted.contact)
  const contact = await readContact(db, wanted.code)
  if (contact === null) return
  print(
    contact === ''
      ? `The contact of ${wanted.code} is not set: --contact <text>.`
      : `The contact of ${wanted.code} is ${contact}.`,
  )
}

const wanted = readWanted()
const { code, from } = wanted
await withPlatform(async ({ deps }, print) => {
  const set =
    from === undefined ? await readSecondApproval(deps.db, code) : await setSecondApproval(deps.db, code, from)
  if (set.status === 'unknown')
    throw new Error(`Unknown brand: ${code}. The installation has ${set.brands.join(', ')}.`)
  if (set.status === 'step')
    throw new Error(`Withdrawals of ${code} are multiples of ${amountToWire(set.step)}, and so must the amount be.`)
  print(`Withdrawals of ${code} ${describeAmount(set.from)}.`)
  if (set.from !== null && set.operators < 2)
    print(
      `Operators who may decide them: ${set.operators}. At least two are needed: create another with npm run operator.`,
    )
  await applyContact(deps.db, wanted, print)
})
