import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import { readSecondApproval, setSecondApproval } from '#server/seed/brand-settings.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run brand -- --code nocturne --second-approval-from 3000000`: from this amount on a withdrawal is approved by
 * one operator and paid by another; with `none` one operator pays all. Without the amount it prints the setting. Exits
 * with 2 for a wrong command line, before the database is opened.
 */

const usage = `brand -- --code <brand> [--second-approval-from <amount>|none]
  Shows the amount from which a withdrawal takes two operators, or sets it.`

type Wanted = { code: string; from?: Amount | null }

function readWanted(): Wanted {
  const { values } = readCommand(usage, { code: { type: 'string' }, 'second-approval-from': { type: 'string' } })
  const { code, 'second-approval-from': given } = values
  if (code === undefined) return refuse(usage, '--code is missing.')
  if (given === undefined) return { code }
  const from = given === 'none' ? null : amountFromWire(given)
  if (from === 0n || (from === null && given !== 'none'))
    return refuse(usage, '--second-approval-from is an amount above 0, such as 3000000, or none.')
  return { code, from }
}

function describeAmount(from: Amount | null): string {
  if (from === null) return 'are paid by one operator'
  return `from ${new Intl.NumberFormat('en').format(amountToWire(from) as Intl.StringNumericLiteral)} on take two operators`
}

const { code, from } = readWanted()
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
})
