import { depositAccountText, readBankAccount, type DepositAccount } from '#domain/deposit-account.ts'
import { banks } from '#domain/registration.ts'
import type { RequestType } from '#domain/money-request.ts'
import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import type { Database } from '#server/db/pool.ts'
import {
  readContact,
  readDepositAccount,
  readOneSlotWindow,
  readResetSecond,
  readSecondApproval,
  setContact,
  setDepositAccount,
  setOneSlotWindow,
  setResetSecond,
  setSecondApproval,
} from '#server/seed/brand-settings.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run brand -- --code nocturne --deposit-second-from 1000000 --second-approval-from 3000000`: from these sums of a
 * member's day on, deposits and withdrawals take two operators; with `none` the amount of one request decides nothing.
 * `--reset-operators 1|2` sets how many issue a code for a member's new password. `--deposit-bank`, `--deposit-number` and
 * `--deposit-owner` set the account that members pay into, which each reads in their language; `--deposit-account <text>`
 * sets free text instead. `--slot-windows one|many` sets whether a window of one game ends those of others. `--contact <text>` sets where visitors may ask whose registration cannot be completed online. Without a setting it
 * prints all. Exits with 2 for a wrong command line, before the database is opened.
 */

const usage = `brand -- --code <brand> [--deposit-second-from <amount>|none] [--second-approval-from <amount>|none] [--reset-operators 1|2] [--deposit-bank <bank> --deposit-number <number> --deposit-owner <name> | --deposit-account <text>] [--slot-windows one|many] [--contact <text>]
  Shows the settings of a brand, or sets them: from which sum of 24 hours on a member's deposits and withdrawals take
  two operators (deposits: none in play-money mode only), how many issue a
  code for a member's new password (one in play-money mode only), the account that members pay into (a bank below, named
  in each reader's language, or free text), whether a member's slot window of one game ends those of other games (one) or
  not (many), and the address, telephone number or link for visitors whose
  registration cannot be completed online.
  Banks, by their names in any language of the site: ${banks.join(', ')}.`

const options = { deposit: 'deposit-second-from', withdraw: 'second-approval-from' } as const
const mostContactLength = 200
const mostAccountLength = 200

type Wanted = {
  code: string
  from: Partial<Record<RequestType, Amount | null>>
  account?: DepositAccount
  contact?: string
  resetSecond?: boolean
  oneSlotWindow?: boolean
}

const accountOptions = {
  'deposit-bank': { type: 'string' },
  'deposit-number': { type: 'string' },
  'deposit-owner': { type: 'string' },
  'deposit-account': { type: 'string' },
} as const

/** The deposit account of the command line, as data or as free text. */
function readAccount(values: Partial<Record<keyof typeof accountOptions, string>>): Pick<Wanted, 'account'> {
  const { 'deposit-bank': bank, 'deposit-number': number, 'deposit-owner': owner } = values
  const text = values['deposit-account']?.trim()
  const given = [bank, number, owner].filter((one) => one !== undefined).length
  if (text !== undefined) {
    if (given > 0)
      return refuse(usage, '--deposit-account is instead of --deposit-bank, --deposit-number and --deposit-owner.')
    if (text.length > mostAccountLength)
      return refuse(usage, `--deposit-account has at most ${mostAccountLength} characters.`)
    return { account: { text } }
  }
  if (given === 0) return {}
  if (bank === undefined || number === undefined || owner === undefined)
    return refuse(usage, 'Required together: --deposit-bank, --deposit-number and --deposit-owner.')
  const account = readBankAccount({ bank, number, owner })
  if (!('wrong' in account)) return { account }
  const expected = {
    bank: '--deposit-bank is a bank of the list.',
    number: '--deposit-number has 6 to 20 digits, with spaces or hyphens between.',
    owner: '--deposit-owner has 1 to 60 characters.',
  }
  return refuse(usage, expected[account.wrong])
}

function readWanted(): Wanted {
  const values = readCommand(usage, {
    code: { type: 'string' },
    [options.deposit]: { type: 'string' },
    [options.withdraw]: { type: 'string' },
    'reset-operators': { type: 'string' },
    ...accountOptions,
    'slot-windows': { type: 'string' },
    contact: { type: 'string' },
  }).values
  if (values.code === undefined) return refuse(usage, '--code is missing.')
  const contact = values.contact?.trim()
  if (contact !== undefined && contact.length > mostContactLength)
    return refuse(usage, `--contact has at most ${mostContactLength} characters.`)
  const from: Wanted['from'] = {}
  for (const type of ['deposit', 'withdraw'] as const) {
    const given = values[options[type]]
    if (given === undefined) continue
    const amount = given === 'none' ? null : amountFromWire(given)
    if (amount === 0n || (amount === null && given !== 'none'))
      return refuse(usage, `--${options[type]} is an amount above 0, such as 3000000, or none.`)
    from[type] = amount
  }
  const operators = values['reset-operators']
  if (operators !== undefined && operators !== '1' && operators !== '2')
    return refuse(usage, '--reset-operators is 1 or 2.')
  const resetSecond = operators === undefined ? {} : { resetSecond: operators === '2' }
  const windows = values['slot-windows']
  if (windows !== undefined && windows !== 'one' && windows !== 'many')
    return refuse(usage, '--slot-windows is one or many.')
  const oneSlotWindow = windows === undefined ? {} : { oneSlotWindow: windows === 'one' }
  const account = { ...readAccount(values), ...(contact === undefined ? {} : { contact }) }
  return { code: values.code, from, ...account, ...resetSecond, ...oneSlotWindow }
}

function describeAmount(from: Amount | null): string {
  if (from === null) return 'are decided by one operator'
  return `from ${new Intl.NumberFormat('en').format(amountToWire(from) as Intl.StringNumericLiteral)} in 24 hours on take two operators`
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

async function applyAccount(db: Database, wanted: Wanted, print: (line: string) => void): Promise<void> {
  if (wanted.account !== undefined) await setDepositAccount(db, wanted.code, wanted.account)
  const account = await readDepositAccount(db, wanted.code)
  if (account === null) return
  const text = depositAccountText(account, 'en')
  if (text === '')
    print(`The deposit account of ${wanted.code} is not set: --deposit-bank, --deposit-number, --deposit-owner.`)
  else if ('text' in account) print(`The deposit account of ${wanted.code}, shown to all as written, is ${text}.`)
  else print(`The deposit account of ${wanted.code} is ${text}.`)
}

async function applyResetSecond(db: Database, wanted: Wanted, print: (line: string) => void): Promise<void> {
  const { code, resetSecond } = wanted
  if (resetSecond !== undefined && (await setResetSecond(db, code, resetSecond)) === 'mode')
    throw new Error(`Codes for a new password of ${code} take two operators outside play-money mode.`)
  print(
    `Codes for a new password of ${code} take ${(await readResetSecond(db, code)) ? 'two operators' : 'one operator'}.`,
  )
}

async function applyOneSlotWindow(db: Database, wanted: Wanted, print: (line: string) => void): Promise<void> {
  const { code, oneSlotWindow } = wanted
  if (oneSlotWindow !== undefined) await setOneSlotWindow(db, code, oneSlotWindow)
  const count = (await readOneSlotWindow(db, code)) ? 'one slot window at a time' : 'a slot window of each game'
  print(`Members of ${code} have ${count}.`)
}

function setsAnything({ code: _code, from, ...others }: Wanted): boolean {
  return Object.keys(from).length + Object.keys(others).length > 0
}

const wanted = readWanted()
const { code, from } = wanted
await withPlatform(
  async ({ deps }, print) => {
    const set =
      Object.keys(from).length === 0
        ? await readSecondApproval(deps.db, code)
        : await setSecondApproval(deps.db, code, from)
    if (set.status === 'unknown')
      throw new Error(`Unknown brand: ${code}. The installation has ${set.brands.join(', ')}.`)
    if (set.status === 'step')
      throw new Error(`Such requests of ${code} are multiples of ${amountToWire(set.step)}, and so must the amount be.`)
    if (set.status === 'mode') throw new Error(`Deposits of ${code} need an amount outside play-money mode.`)
    print(`Deposits of ${code} ${describeAmount(set.from.deposit)}.`)
    print(`Withdrawals of ${code} ${describeAmount(set.from.withdraw)}.`)
    if (set.operators < 2)
      print(
        `Operators who may decide them: ${set.operators}. At least two are needed: create another with npm run operator.`,
      )
    await applyResetSecond(deps.db, wanted, print)
    await applyAccount(deps.db, wanted, print)
    await applyOneSlotWindow(deps.db, wanted, print)
    await applyContact(deps.db, wanted, print)
  },
  { showsOnly: !setsAnything(wanted) },
)
