import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs the verifier in Python, which shares no code with the engine: its author saw `docs/fairness.md` alone. */

const program = join(import.meta.dirname, 'verify.py')

/** Whether `python3` can be started. */
export function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

/** The lines that the verifier prints for records of rounds and evidence of chains, and its exit code. Throws where it could not read them. */
export function pythonVerdicts(
  records: readonly object[],
  dataFolder?: string,
): { lines: string[]; status: number | null } {
  const run = spawnSync('python3', [program, '--list', ...(dataFolder === undefined ? [] : ['--data', dataFolder])], {
    input: JSON.stringify(records),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) throw run.error
  if (run.status === 2 || run.stderr !== '') throw new Error(run.stderr)
  return { lines: run.stdout.trimEnd().split('\n'), status: run.status }
}

/** What the verifier prints for one text, and its exit code: as a reader runs it. */
export function runVerifier(
  text: string,
  ...options: readonly string[]
): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync('python3', [program, ...options], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 30_000,
  })
  return { stdout, stderr, status }
}

/** Answers every text of a list in one process, by the functions that the program's `main` calls; an exception is not caught. */
const driver = `
import importlib.util, json, pathlib, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
games = verify.games_in(pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else verify.own_folder())
def answer(text):
    try:
        return verify.answer(verify.parse(text.encode("utf-8", "surrogatepass")), games)[0]
    except verify.Malformed as error:
        return f"malformed: {error}"
print(json.dumps([answer(text) for text in json.load(sys.stdin)]))
`

/**
 * The lines in Python for texts, with the data files of a folder or the published ones; of a malformed text only the
 * names of its fields. Throws where the verifier fails.
 */
export function pythonAnswers(texts: readonly string[], dataFolder?: string): string[] {
  const run = spawnSync('python3', ['-c', driver, program, ...(dataFolder === undefined ? [] : [dataFolder])], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 120_000,
  })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(run.stderr)
  return (JSON.parse(run.stdout) as string[]).map((line) => {
    if (!line.startsWith('malformed')) return line
    const [, names] = /^malformed: Missing or wrong: (.*)\.$/.exec(line) ?? []
    return names === undefined ? 'malformed' : `malformed: ${names}`
  })
}
