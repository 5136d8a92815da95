import { parseArgs, type ParseArgsConfig } from 'node:util'

/**
 * The command line of an `npm run` command. `usage` is the line after `npm run ` and, below it, what the options mean.
 * `--help` prints it; a wrong word or option prints one sentence and it, and the command ends with 2.
 */

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>

export function readCommand<const O extends Options>(
  usage: string,
  options: O,
  words: 'no words' | 'words' = 'no words',
  args = process.argv.slice(2),
): Parsed<O> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage: npm run ${usage}`)
    process.exit(0)
  }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true })
    const [word] = parsed.positionals
    if (words === 'no words' && word !== undefined) return refuse(usage, `There is no word "${word}" here.`)
    return parsed as Parsed<O>
  } catch (error) {
    // Node's message goes on with advice about "--", which npm takes for itself.
    const message = error instanceof Error ? error.message : String(error)
    return refuse(usage, `${message.split('. ', 1)[0]?.replace(/\.$/u, '')}.`)
  }
}

/** Ends the command: `sentence` says what is wrong with the command line. */
export function refuse(usage: string, sentence: string): never {
  console.error(`${sentence}\nUsage: npm run ${usage}`)
  process.exit(2)
}

/** Runs a command to its end. A failure is a sentence without a stack trace; `main` returns the exit code. */
export async function runCommand(main: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await main()) ?? process.exitCode
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
