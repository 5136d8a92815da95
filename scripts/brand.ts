import { parseArgs } from 'node:util'
import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import { readSecondApproval, setSecondApproval } from '#server/seed/brand-settings.ts'
import { withHouse } from './with-house.ts'

/**
 * `npm run brand -- --code nocturne --second-approval-from 3000000`: from this amount on a withdrawal is approved by one
 * operator and paid by another; `none`: one is enough. Without the amount it says what is set. Ends with 2 where it was not
 * understood, before any house is opened.
 */

type Wanted = { code: string; from?: Amount | null }

function readWanted(): Wanted | string {
  try {
    const { values } = parseArgs({ options: { code: { type: 'string' }, 'second-approval-from': { type: 'string' } } })
    const { code, 'second-approval-from': asked } = values
    if (code === undefined) return '--code is missing.'
    if (asked === undefined) return { code }
    const from = asked === 'none' ? null : amountFromWire(asked)
    if (from === 0n || (from === null && asked !== 'none'))
      return '--second-approval-from is an amount above 0, as 3000000, or none.'
    return { code, from }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function sayAmount(from: Amount | null): string {
  if (from === null) return 'are paid by one operator'
  return `from ${new Intl.NumberFormat('en').format(amountToWire(from) as Intl.StringNumericLiteral)} on take two operators`
}

const wanted = readWanted()
if (typeof wanted === 'string') {
  console.error(`${wanted}\nUsage: npm run brand -- --code <brand> [--second-approval-from <amount>|none]`)
  process.exitCode = 2
} else {
  const { code, from } = wanted
  await withHouse(async ({ deps }, say) => {
    const set =
      from === undefined ? await readSecondApproval(deps.db, code) : await setSecondApproval(deps.db, code, from)
    if (set.status === 'unknown') throw new Error(`There is no brand ${code}: the house has ${set.brands.join(', ')}.`)
    if (set.status === 'step')
      throw new Error(`Withdrawals of ${code} are multiples of ${amountToWire(set.step)}: name such an amount.`)
    say(`Withdrawals of ${code} ${sayAmount(set.from)}.`)
    if (set.from !== null && set.operators < 2)
      say(`Operators who may decide them: ${set.operators}. It takes two: make another with npm run operator.`)
  })
}
