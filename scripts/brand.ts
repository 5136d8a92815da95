import { parseArgs } from 'node:util'
import { amountFromWire } from '#domain/money.ts'
import { setSecondApproval } from '#server/seed/brand-settings.ts'
import { withHouse } from './with-house.ts'

/**
 * `npm run brand -- --code nocturne --second-approval-from 3000000`: from this amount on a withdrawal is approved by one
 * operator and paid by another; `none`: one is enough.
 */

const { values: given } = parseArgs({
  options: { code: { type: 'string' }, 'second-approval-from': { type: 'string' } },
})

await withHouse(async ({ deps }, say) => {
  const code = given.code ?? ''
  const asked = given['second-approval-from'] ?? ''
  const from = asked === 'none' ? null : amountFromWire(asked)
  if (from === 0n || (from === null && asked !== 'none'))
    throw new Error('--second-approval-from is an amount above 0, as 3000000, or none.')
  const able = await setSecondApproval(deps.db, code, from)
  if (able === null) throw new Error('--code names a brand of this house.')
  say(
    from === null
      ? `One operator pays withdrawals of ${code}.`
      : `Withdrawals of ${code} from ${asked} on take two operators.`,
  )
  if (from !== null && able < 2)
    say(`Only ${able} of them may decide withdrawals of ${code} now: make another with npm run operator.`)
})
