import { parseArgs, type ParseArgsConfig } from 'node:util'
import { printError } from './printable.ts'

/**
 * The command line of an `npm run` command. `usage` is the line after `npm run ` and, below it, the meaning of the
 * options. `--help` prints it. A wrong argument prints a sentence and the usage, and the command exits with 2.
 */

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

export function readCommand<const O extends Options>(
  usage: string,
  options: O,
  positionals: 'no positionals' | 'positionals' = 'no positionals',
  args = process.argv.slice(2),
): Parsed<O> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: npm run ${usage}`)
    process.exit(0)
  }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const [first] = parsed.positionals
    if (positionals === 'no positionals' && first !== undefined) return refuse(usage, `Unexpected argument "${first}".`)
    return parsed as Parsed<O>
  } catch (error) {
    // The rest of Node's message recommends "--", which npm consumes.
    const message = error instanceof Error ? error.message : String(error)
    return refuse(usage, `${message.split('. ', 1)[0]?.replace(/\.$/u, '')}.`)
  }
}

/** Prints what is wrong with the command line and the usage, and exits with 2. */
export function refuse(usage: string, sentence: string): never {
  console.error(`${sentence}\nUsage: npm run ${usage}`)
  process.exit(2)
}

/** Runs a command to its end. A failure is a sentence without a stack trace; `main` returns the exit code. */
export async function runCommand(main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? process.exitCode
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
}
