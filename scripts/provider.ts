import { stuckAfterMs } from '#domain/transfer.ts'
import { acceptBalances, countUnderway } from '#server/modules/transfer/store.ts'
import { enterTransferProvider } from '#server/seed/transfer-provider.ts'
import { brandIds } from './brand-option.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run provider -- --code lotus --name-ko 로터스 --url https://wallet.lotus.example/v1 --brand nocturne`: adds a
 * transfer-wallet provider or changes an existing one. A new one without --key gets a random key, shown once; the key of
 * an existing one changes with --renew-key only. The protocol is in `docs/decisions/008-transfer-wallets.md`.
 * What is left out stays as it is. --suspended stops transfers to it until --resumed; transfers back are always possible. --accept-balances ends what a restore holds.
 */

const usage = `provider -- --code <code> --url <https://…> --brand <brand> [--brand <brand>] [options]
  Registers a provider that keeps a wallet of its own, or changes an existing one.
  --name-ko, --name-en   its names; a new one without them has its code
  --key                  32 bytes or more in base64; for a new provider without it one is drawn and shown once
  --renew-key            replaces the key of an existing provider, by --key or by one that is drawn and shown once
  --timeout-ms n         the longest its server may take, 100 to 12000
  --suspended            no money can be moved there; money there can be moved back
  --resumed              money can be moved there again
  --accept-balances      with --code alone: after a restore, when the lost transfers were entered ("Restoring" in docs/operations.md),
                         transfers go on, and a balance there that differs is the result of play`

const { values: given } = readCommand(usage, {
  code: { type: 'string' },
  'name-ko': { type: 'string' },
  'name-en': { type: 'string' },
  url: { type: 'string' },
  brand: { type: 'string', multiple: true },
  key: { type: 'string' },
  'renew-key': { type: 'boolean', default: false },
  'timeout-ms': { type: 'string' },
  suspended: { type: 'boolean', default: false },
  resumed: { type: 'boolean', default: false },
  'accept-balances': { type: 'boolean', default: false },
})

const faults = {
  code: '--code has small letters, digits and hyphens, 2 to 31 of them.',
  address: '--url must be https without user, query or fragment; plain http serves this machine only.',
  key: '--key is at least 32 bytes in base64.',
  renew: 'This provider has a key already: --renew-key replaces it.',
  unreadable: 'The key of this provider cannot be read, so its address cannot change: --renew-key replaces it.',
  taken: 'A provider of another kind has this code.',
} as const

const timeoutMs = given['timeout-ms'] === undefined ? undefined : Number(given['timeout-ms'])
if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs >= 100 && timeoutMs <= 12_000))
  refuse(usage, '--timeout-ms is a whole number from 100 to 12000.')

const key = given.key === undefined ? undefined : Buffer.from(given.key, 'base64')
// Buffer leaves out what is not base64: another key than the provider has.
if (key !== undefined && key.toString('base64').replace(/=+$/, '') !== given.key?.replace(/=+$/, ''))
  refuse(usage, faults.key)
if (given.suspended && given.resumed) refuse(usage, '--suspended or --resumed, not both.')

await withPlatform(async ({ deps }, print) => {
  const { code, url, brand: brands = [] } = given
  if (given['accept-balances']) {
    if (code === undefined || url !== undefined || brands.length > 0) {
      throw new Error('--accept-balances takes --code and nothing else.')
    }
    const accepted = await acceptBalances(deps.db, code)
    if (accepted === 'none') throw new Error(`There is no provider ${code} with a wallet of its own.`)
    return print(accepted === 'free' ? `Transfers with ${code} are not held.` : `Transfers with ${code} go on.`)
  }
  if (code === undefined || url === undefined || brands.length === 0) {
    throw new Error('Required: --code, --url and --brand (once for each brand).')
  }
  const names = { ko: given['name-ko'], en: given['name-en'] }
  const provider = {
    code,
    baseUrl: url,
    ...(key === undefined ? {} : { key }),
    renewKey: given['renew-key'],
    names: Object.fromEntries(
      Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    ...(given.suspended || given.resumed ? { active: given.resumed } : {}),
    brandIds: await brandIds(deps.db, brands),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
  const entered = await deps.db.transaction().execute((tx) => enterTransferProvider({ ...deps, db: tx }, provider))
  if (entered.status !== 'made' && entered.status !== 'changed') throw new Error(faults[entered.status])
  const { status, drawnKey, active } = entered
  print(`The provider ${code} is ${status === 'made' ? 'registered' : 'changed'}.`)
  if (!active) print('It is suspended: no money can be moved there until --resumed.')
  const { held } = await countUnderway(deps.db, stuckAfterMs)
  if (held.includes(code)) print('Its transfers are held since a restore: see --accept-balances.')
  if (drawnKey !== null) print(`Its key, shown only once: ${drawnKey.toString('base64')}`)
  else if (status === 'changed' && !given['renew-key']) print('Its key is unchanged; --renew-key replaces it.')
})
