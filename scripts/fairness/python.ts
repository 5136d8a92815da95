import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs the verifier in Python, which shares no code with the engine: it is written from `docs/fairness.md`. */

const program = join(import.meta.dirname, 'verify.py')

/** Whether `python3` can be started. */
export function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0
}

/** The lines that the verifier prints for records of rounds and evidence of chains, and its exit code. Throws where it could not read them. */
export function pythonVerdicts(records: readonly object[]): { lines: string[]; status: number | null } {
  const run = spawnSync('python3', [program, '--list'], {
    input: JSON.stringify(records),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) throw run.error
  // A record of unknown mathematics is a verdict with a hint, not an error.
  if (run.status === 2 || run.stderr.includes('Traceback')) throw new Error(run.stderr)
  return { lines: run.stdout.trimEnd().split('\n'), status: run.status }
}

/** What the verifier prints for one text, and its exit code: as a reader runs it. */
export function runVerifier(text: string): { stdout: string; stderr: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync('python3', [program], {
    input: text,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 30_000,
  })
  return { stdout, stderr, status }
}

/** Answers every text of a list in one process, by the functions that the program's `main` calls; an exception is not caught. */
const driver = `
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("verify", sys.argv[1])
verify = importlib.util.module_from_spec(spec)
spec.loader.exec_module(verify)
games = verify.games_in(verify.own_folder())
def answer(text):
    try:
        return verify.answer(verify.parse(text.encode("utf-8", "surrogatepass")), games)[0]
    except verify.Malformed as error:
        return f"malformed: {error}"
print(json.dumps([answer(text) for text in json.load(sys.stdin)]))
`

/** The answers in Python to texts, in one line each as `HostileText` of `test/hostile-evidence.ts` writes them. Throws where the verifier fails. */
export function pythonAnswers(texts: readonly string[]): string[] {
  const run = spawnSync('python3', ['-c', driver, program], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 120_000,
  })
  if (run.error) throw run.error
  if (run.status !== 0) throw new Error(run.stderr)
  return (JSON.parse(run.stdout) as string[]).map(shortAnswer)
}

/** Without the round's name, the number of pairs and notes; of a malformed text only the names of its fields. */
function shortAnswer(line: string): string {
  const [, names] = /^malformed: Missing or wrong: (.*)\.$/.exec(line) ?? []
  if (line.startsWith('malformed')) return names === undefined ? 'malformed' : `malformed: ${names}`
  return line.replace(/^(?:chain of \d+ pairs|[a-z0-9-]+ \d+): /, '').replace(/ \([^()]*\)$/, '')
}
