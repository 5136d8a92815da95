import { machineLine } from './bench/measure.ts'
import { brokenConnections } from './faults/broken-connections.ts'
import { busyMachine } from './faults/busy-machine.ts'
import { bothKill } from './faults/both-kill.ts'
import { databaseKill } from './faults/database-kill.ts'
import { exclusionDuringRound } from './faults/exclusion-during-round.ts'
import { hostileHtml } from './faults/hostile-html.ts'
import { interruptedGames } from './faults/interrupted-games.ts'
import { crashPoints } from './faults/crash-points.ts'
import { backendsTerminated } from './faults/backends-terminated.ts'
import { connectionsOpen } from './faults/connections-open.ts'
import { connectionsUsedUp } from './faults/connections-used-up.ts'
import { clockWrong } from './faults/clock-wrong.ts'
import { diskFull } from './faults/disk-full.ts'
import type { FaultProgram } from './faults/program.ts'
import { longTests } from './faults/long-tests.ts'
import { loneOperator } from './faults/lone-operator.ts'
import { oneCaller } from './faults/one-caller.ts'
import { processes } from './faults/processes.ts'
import { restarts } from './faults/restarts.ts'
import { callbacks } from './faults/callbacks.ts'
import { jackpotKills } from './faults/jackpot-kills.ts'
import { jackpots } from './faults/jackpots.ts'
import { races } from './faults/races.ts'
import { restores } from './faults/restores.ts'
import { serverKill } from './faults/server-kill.ts'
import { signInAttack } from './faults/sign-in-attack.ts'
import { simulation } from './faults/simulation.ts'
import { hands } from './faults/hands.ts'
import { tables } from './faults/tables.ts'
import { variants } from './faults/variants.ts'
import { readCommand, refuse } from './command.ts'
import { startProcessorMeter } from './processor-time.ts'
import { inRunFolder } from './run-folder.ts'

/**
 * `npm run faults -- <name> [name …] [--short] [--seed n] [--steps n] [--minutes n]`: injects faults into an app of its own while
 * callers record their responses, and runs the oracle. Prints the figures; exits with 1 when anything was lost or done
 * twice. After `--minutes` the kills of `tables` and `hands` and the steps of `simulation` end, and what was done is checked.
 */
const programs: Readonly<Record<string, FaultProgram>> = {
  'server-kill': serverKill,
  'disk-full': diskFull,
  'clock-wrong': clockWrong,
  'database-kill': databaseKill,
  'both-kill': bothKill,
  'crash-points': crashPoints,
  'interrupted-games': interruptedGames,
  'exclusion-during-round': exclusionDuringRound,
  'broken-connections': brokenConnections,
  restarts,
  processes,
  'backends-terminated': backendsTerminated,
  'connections-used-up': connectionsUsedUp,
  'connections-open': connectionsOpen,
  'busy-machine': busyMachine,
  'one-caller': oneCaller,
  'hostile-html': hostileHtml,
  races,
  jackpots,
  'jackpot-kills': jackpotKills,
  'lone-operator': loneOperator,
  restores,
  callbacks,
  'sign-in-attack': signInAttack,
  simulation,
  tables,
  hands,
  'long-tests': longTests,
  variants,
}

const usualSeed = 20_261_120

const width = Math.max(...Object.keys(programs).map((name) => name.length)) + 1
const usage = `faults -- <name> [name …] [--short] [--seed n] [--steps n] [--minutes n]. The programs:
${Object.entries(programs)
  .map(([name, program]) => `  ${name.padEnd(width)} ${program.description}`)
  .join('\n')}`

async function main(): Promise<number> {
  const options = {
    short: { type: 'boolean', default: false },
    seed: { type: 'string' },
    steps: { type: 'string' },
    minutes: { type: 'string' },
  } as const
  const { values, positionals: names } = readCommand(usage, options, 'positionals')
  const seed = values.seed === undefined ? usualSeed : Number(values.seed)
  const steps = values.steps === undefined ? undefined : Number(values.steps)
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  const unknown = names.filter((name) => !Object.hasOwn(programs, name))
  if (names.length === 0) return refuse(usage, 'A name is missing.')
  if (unknown.length > 0) return refuse(usage, `Unknown fault program: ${unknown.join(', ')}.`)
  if (!Number.isSafeInteger(seed)) return refuse(usage, '--seed is a whole number.')
  if (steps !== undefined && !(Number.isSafeInteger(steps) && steps > 0))
    return refuse(usage, '--steps is a whole number from 1 on.')
  if (minutes !== undefined && !(minutes > 0)) return refuse(usage, '--minutes is a number above 0.')
  console.log(machineLine())
  return inRunFolder(async () => {
    let bad = 0
    for (const name of names) bad += (await runOne(name, { isShort: values.short, seed, steps, minutes })) ? 0 : 1
    return bad === 0 ? 0 : 1
  })
}

async function runOne(
  name: string,
  {
    isShort,
    seed,
    steps,
    minutes,
  }: { isShort: boolean; seed: number } & Record<'steps' | 'minutes', number | undefined>,
): Promise<boolean> {
  const program = programs[name]
  if (program === undefined) return false
  console.log(`\n## ${name}, seed ${seed}\n${program.description}`)
  const started = performance.now()
  const meter = startProcessorMeter()
  const { figures, faults } = await program.run({
    size: isShort ? 'short' : 'full',
    seed,
    ...(steps === undefined ? {} : { steps }),
    ...(minutes === undefined ? {} : { untilMs: started + minutes * 60_000 }),
    log: (line) => console.log(`  ${line}`),
  })
  const lines = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`)
  const processor = meter.seconds()
  meter.stop()
  console.log(
    `  ${lines.join(', ')}; ${((performance.now() - started) / 1000).toFixed(0)} s${processor === null ? '' : `, ${processor.toFixed(0)} of the processor`}`,
  )
  for (const fault of faults.slice(0, 50)) console.error(`  FAULT ${fault}`)
  console.log(faults.length === 0 ? '  no faults' : `  ${faults.length} FAULTS, seed ${seed}`)
  return faults.length === 0
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error)
  return 2
})
