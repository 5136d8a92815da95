import { amountFromWire, amountToWire, type Amount } from '#domain/money.ts'
import {
  leastBetSeconds,
  mostBetSeconds,
  readTableSettings,
  setTable,
  type TableSettings,
} from '#server/seed/table-settings.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run table -- --name b1-baccarat --exposure 50000000`: sets what a table takes and how fast it is dealt, with an act of the audit; `--open` and
 * `--close` let the brand offer it or not. Without a setting it prints all. Exits with 2 for a wrong command line, before the database is opened.
 */

const usage = `table -- --name <table> [--bet-seconds <n>] [--chips <amounts>] [--least <amount>] [--most <amount>] [--exposure <amount>] [--open | --close]
  Shows the settings of a table, or sets them. The office shows the names of the tables.
  --bet-seconds   how long bets are open in a round, ${leastBetSeconds} to ${mostBetSeconds}
  --chips         ascending, such as 1000,5000,10000; every stake is a multiple of the first
  --least         the least stake of a spot
  --most          the most stake of a spot with odds up to 1:1; of others it wins as much
  --exposure      the most that the platform may owe for the worst outcome of a round
  --open --close  whether the brand offers the table; a round in progress is finished`

function amountOption(name: string, text: string): Amount {
  const amount = amountFromWire(text)
  return amount === null || amount <= 0n ? refuse(usage, `--${name} is an amount above 0, such as 3000000.`) : amount
}

function readWanted(): { name: string; wanted: Partial<TableSettings> } {
  const { values } = readCommand(usage, {
    name: { type: 'string' },
    'bet-seconds': { type: 'string' },
    chips: { type: 'string' },
    least: { type: 'string' },
    most: { type: 'string' },
    exposure: { type: 'string' },
    open: { type: 'boolean', default: false },
    close: { type: 'boolean', default: false },
  })
  const { name, chips, least, most, exposure, open, close } = values
  if (name === undefined) return refuse(usage, '--name is missing.')
  if (open && close) return refuse(usage, 'Either --open or --close.')
  const seconds = values['bet-seconds']
  if (seconds !== undefined && !/^\d{1,3}$/.test(seconds)) return refuse(usage, '--bet-seconds is a whole number.')
  const wanted = {
    ...(seconds === undefined ? {} : { betSeconds: Number(seconds) }),
    ...(chips === undefined ? {} : { chips: chips.split(',').map((chip) => amountOption('chips', chip.trim())) }),
    ...(least === undefined ? {} : { leastStake: amountOption('least', least) }),
    ...(most === undefined ? {} : { mostStake: amountOption('most', most) }),
    ...(exposure === undefined ? {} : { exposure: amountOption('exposure', exposure) }),
    ...(open || close ? { open } : {}),
  }
  return { name, wanted }
}

const rules = {
  seconds: `Bets are open for ${leastBetSeconds} to ${mostBetSeconds} seconds.`,
  chips: 'Chips ascend, each a multiple of the first, which the pays of the game divide without a rest.',
  stakes: 'The least and the most stake are multiples of the first chip, the most at least the least.',
  exposure: 'The exposure is at least the most stake.',
} as const

const { name, wanted } = readWanted()
const showsOnly = Object.keys(wanted).length === 0

await withPlatform(
  async ({ deps }, print) => {
    const set = showsOnly ? await readTableSettings(deps.db, name) : await setTable(deps.db, name, wanted)
    if (set.status === 'unknown')
      throw new Error(`Unknown table: ${name}. The installation has ${set.tables.join(', ')}.`)
    if (set.status !== 'success') throw new Error(rules[set.status])
    const { betSeconds, chips, leastStake, mostStake, exposure, open } = set.settings
    print(`The table ${name} is ${open ? 'open' : 'closed'}; bets are open for ${betSeconds} s.`)
    print(
      `Stakes of a spot: ${amountToWire(leastStake)} to ${amountToWire(mostStake)}, exposure ${amountToWire(exposure)}.`,
    )
    print(`Chips: ${chips.map(amountToWire).join(', ')}.`)
  },
  { showsOnly },
)
