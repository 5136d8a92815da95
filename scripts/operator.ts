import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { operatorRoles } from '#contract/route.ts'
import { enrolmentHours } from '#domain/factor.ts'
import type { Database } from '#server/db/pool.ts'
import type { Platform } from '#server/platform.ts'
import { readRoles, resetOperatorFactors, rolesOf, setUpBrand, setUpOperator } from '#server/seed/operator.ts'
import { brandCodes, brandIds, brandsSentence } from './brand-option.ts'
import { readCommand, refuse } from './command.ts'
import { withPlatform } from './with-platform.ts'

/**
 * `npm run operator`: creates an operator, and the first brand where there is none. Prompts for options that are
 * missing: --login --name --roles manager,cashier --password, --renew for an existing login, and for the first brand
 * --brand-code --brand-name --brand-domain. Where there are brands, --brand-code names the one that the operator
 * works for; without it a new one works for all, and a renewed one as before. With --reset-factors it removes an operator's second factors and password
 * instead, and prints the code to enrol anew with. It is better to type a password at the prompt, because the shell keeps options in its
 * history.
 */

const usage = `operator [-- options]
  Creates an operator of the office, and the first brand if there is none. Prompts for missing options.
  --login <name>  --name <shown to colleagues>  --password <better typed at the prompt>
  --roles ${operatorRoles.join(',')}
  --renew                  sets a new password for an existing login
  --reset-factors          removes the second factors and the password of --login; prints the code to enrol anew with
  --brand-code baize  --brand-name Baize  --brand-domain casino.example    the first brand
  --brand-code baize       where there are brands: the only one that the operator works for; all without it`

const { values: given } = readCommand(usage, {
  login: { type: 'string' },
  name: { type: 'string' },
  roles: { type: 'string' },
  password: { type: 'string' },
  renew: { type: 'boolean', default: false },
  'reset-factors': { type: 'boolean', default: false },
  'brand-code': { type: 'string' },
  'brand-name': { type: 'string' },
  'brand-domain': { type: 'string' },
})
if (given['reset-factors']) {
  const { login: _login, 'reset-factors': _reset, renew, ...others } = given
  if (renew || Object.keys(others).length > 0) refuse(usage, '--reset-factors takes --login only.')
}

const faults = {
  required: 'must not be empty',
  short: 'needs at least 8 characters',
  long: 'is too long',
  common: 'is too common',
  simple: 'repeats or counts',
  name: 'is the login itself',
  digits: 'needs digits',
  sequence: 'counts',
} as const

let isMuted = false
const output = new Writable({
  write(chunk: Buffer, _encoding, done) {
    if (!isMuted) process.stdout.write(chunk)
    done()
  },
})
const terminal = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY })
// Piped input may arrive before its prompt; the iterator buffers it.
const answers = terminal[Symbol.asyncIterator]()

async function nextAnswer(): Promise<string> {
  const answer = await answers.next()
  if (answer.done) throw new Error('The input ended before all prompts were answered.')
  return answer.value.trim()
}

async function prompt(question: string, option: string | undefined, usual = ''): Promise<string> {
  if (option !== undefined) return option
  process.stdout.write(`${question}${usual === '' ? '' : ` [${usual}]`}: `)
  const answer = await nextAnswer()
  return answer === '' ? usual : answer
}

/** Prompts without echoing the input. */
async function promptSecretly(question: string, option: string | undefined): Promise<string> {
  if (option !== undefined) return option
  process.stdout.write(`${question}: `)
  isMuted = true
  const answer = await nextAnswer()
  isMuted = false
  process.stdout.write('\n')
  return answer
}

async function createFirstBrand(deps: Platform['deps'], print: (line: string) => void): Promise<void> {
  const code = await prompt('Code of the first brand (small letters)', given['brand-code'], 'baize')
  const name = await prompt('Its name', given['brand-name'], code.toUpperCase())
  const domain = await prompt('Its domain', given['brand-domain'], 'localhost')
  await setUpBrand(deps, { code, name, domain })
  print(`The brand ${name} was created, on ${domain}.`)
}

/** The brand of --brand-code, where there are brands: the only one of the operator; null without the option. */
async function readBrand(db: Database, brands: readonly string[]): Promise<{ id: number; code: string } | null> {
  const { 'brand-code': code, 'brand-name': name, 'brand-domain': domain } = given
  if (name !== undefined || domain !== undefined)
    throw new Error(`--brand-name and --brand-domain are for the first brand. ${brandsSentence(brands)}`)
  if (code === undefined) return null
  const [id] = await brandIds(db, [code])
  return id === undefined ? null : { id, code }
}

await withPlatform(async ({ deps }, print) => {
  if (given['reset-factors']) {
    const login = await prompt('Login of the operator', given.login)
    const reset = await resetOperatorFactors(deps.db, deps.config.secret, login)
    if (reset === null) throw new Error(`${login} is no operator.`)
    print(`The password of ${reset.login} has ended. Open sessions ended: ${reset.ended}.`)
    print(`Enrolment code, shown once and good for ${enrolmentHours} hours: ${reset.code}`)
    print('With it, the operator sets a new password at the sign-in page and enrols a second factor.')
    return
  }
  const brands = await brandCodes(deps.db)
  const brand = brands.length === 0 ? null : await readBrand(deps.db, brands)
  if (brands.length === 0) await createFirstBrand(deps, print)
  const login = await prompt('Login of the operator', given.login, 'manager')
  const name = await prompt('Name shown to colleagues', given.name, login)
  const usual = (given.renew ? await rolesOf(deps.db, login) : null) ?? ['manager']
  const roles = readRoles(await prompt(`Roles, of ${operatorRoles.join(', ')}`, given.roles, usual.join(',')))
  if (roles === null) throw new Error(`Roles are a comma-separated list of ${operatorRoles.join(', ')}.`)
  const password = await promptSecretly('Password', given.password)
  const input = { login, name, password, roles, ...(brand === null ? {} : { brandId: brand.id }) }
  const made = await setUpOperator(deps, input, given.renew)
  if (made.status === 'exists') throw new Error(`${login} is an operator already: --renew sets a new password.`)
  if (made.status === 'login') throw new Error('A login has 3 to 31 characters a-z 0-9 . _ - and begins with a letter.')
  if (made.status === 'password') throw new Error(`This password ${faults[made.why]}.`)
  const scope = made.brands === null ? 'all brands' : `the brand ${made.brands.join(', ')}`
  const can = made.status === 'made' ? 'may sign in' : 'has a new password'
  print(`${made.login} ${can}, as ${made.roles.join(', ')}, for ${scope}.`)
})
terminal.close()
