import { randomUUID } from 'node:crypto'
import { amountFromWire, wholeUnits } from '#domain/money.ts'
import { closeJackpot, foundJackpot, jackpotTiers } from '#server/ledger/jackpots.ts'
import { brandIds } from './brand-option.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run jackpot -- --tier mega --amount 100000000 --share-ppm 2000 --reserve-ppm 200000 --brand nocturne`: puts the
 * first money into the pool of a jackpot tier, from the brand's adjustment account, and opens it. From then on its
 * meter is shown and stakes at linked games add to it. A tier is founded once; `--key` (a UUID) makes a retry safe. With `--close` no
 * round begins any more that can hit the tier, and no page shows it; its money stays until `--open`.
 */

const usage = `jackpot -- --tier <tier> --amount <amount> --share-ppm n --brand <brand> [--reserve-ppm n] [--key <uuid>]
  Puts the first money of a tier into its pool and opens it; a tier is founded once.
  With --close or --open: closes a founded tier for new rounds, or opens it again.
  --tier          ${jackpotTiers.join(', ')}
  --share-ppm     the part of each stake at a linked game that feeds it, in parts per million
  --reserve-ppm   the part of that which goes to the next pool: 0
  --key           makes a retry safe`

const { values: given } = readCommand(usage, {
  tier: { type: 'string' },
  amount: { type: 'string' },
  'share-ppm': { type: 'string' },
  'reserve-ppm': { type: 'string' },
  brand: { type: 'string' },
  key: { type: 'string' },
  close: { type: 'boolean', default: false },
  open: { type: 'boolean', default: false },
})

if (given.close || given.open) {
  const { tier: _tier, close: _close, open: _open, ...others } = given
  if (given.close === given.open) refuse(usage, 'Either --close or --open.')
  if (Object.keys(others).length > 0) refuse(usage, '--close and --open take --tier only.')
}

const mostSharePpm = 100_000
const mostReservePpm = 1_000_000

function partsPerMillion(name: string, text: string | undefined, most: number): number {
  const parts = Number(text)
  if (text === undefined || !/^\d+$/.test(text) || parts > most)
    throw new Error(`--${name} is a whole number up to ${most}.`)
  return parts
}

await withPlatform(async ({ deps }, print) => {
  const tier = jackpotTiers.find((name) => name === given.tier)
  if (tier === undefined) throw new Error(`--tier is one of ${jackpotTiers.join(', ')}.`)
  if (given.close || given.open) {
    const closed = given.close
    const outcome = await deps.db.transaction().execute((tx) => closeJackpot(tx, { tier, closed }))
    if (outcome === 'unknown') throw new Error(`The ${tier} jackpot was never founded.`)
    print(`The ${tier} jackpot is ${closed ? 'closed' : 'open'}${outcome === 'same' ? ', as before' : ''}.`)
    return
  }
  const amount = amountFromWire(given.amount ?? '')
  if (amount === null || amount < wholeUnits(1))
    throw new Error('--amount is the first money of the pool, at least one unit, such as 100000000 or 2500.5.')
  const sharePpm = partsPerMillion('share-ppm', given['share-ppm'], mostSharePpm)
  const reservePpm = partsPerMillion('reserve-ppm', given['reserve-ppm'] ?? '0', mostReservePpm)
  if (given.brand === undefined) throw new Error('--brand names the brand that pays.')
  const [brandId = 0] = await brandIds(deps.db, [given.brand])
  const fromId = await deps.ledger.accountId(brandId, 'adjustment')
  const key = given.key ?? randomUUID()
  const founding = { tier, amount, key, fromId, sharePpm, reservePpm }
  const outcome = await deps.db.transaction().execute((tx) => foundJackpot(tx, founding))
  if (outcome === 'conflict')
    throw new Error(`The ${tier} jackpot is open already, or the key was used for another founding.`)
  print(`The ${tier} jackpot is open${outcome === 'replay' ? ', as before' : ''}, under the key ${key}.`)
})
