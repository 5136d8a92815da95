import type { Player, Stage } from './player.ts'
import type { SimProcess } from './sim-app.ts'

/** The state of a running simulation, and how a divergence is recorded. */

/** Everything that happens in a simulation follows from its seed. */
export type SimOptions = {
  seed: number
  commands: number
  members: number
  /** The largest number of members that act in one step; at least half as many do. */
  together: number
  /** Stops after this many steps, however few commands that were. */
  steps?: number
  /** When no further step begins, by `Date.now()`, which threads share. */
  endsAt?: number
  log: (line: string) => void
  /** SQL that plants a fault before the first step, for a test that the simulation finds it. */
  plantedFault?: string
}

/** A response or a row that differs from the model. */
export type Divergence = {
  step: number
  /** Its place among the member's commands of the step; Infinity for the comparison of all rows after them. */
  order: number
  memberId: bigint | null
  description: string
  model: string
  real: string
  /** The member's last commands that took effect. */
  before: string[]
}

export type SimResult = {
  commands: number
  steps: number
  crashes: number
  days: number
  /** How many rounds of the table ended in each way. */
  rounds: { settled: number; void: number }
  /** How many commands there were of each kind. */
  kinds: Map<string, number>
  /** How often each command had each status. */
  outcomes: Map<string, number>
  divergences: Divergence[]
}

export type Sim = Stage & {
  options: SimOptions
  draw: () => number
  players: Player[]
  processes: [SimProcess, SimProcess]
  result: SimResult
  /** Each member's last commands with the responses the model expects. */
  logs: Map<bigint, string[]>
  /** The simulated time up to which requests and transfers have been compared. */
  comparedAt: number
  /** Processes that are shutting down. */
  closing: Promise<void>[]
}

/** Records a divergence unless the model and the app agree. */
export function recordUnlessEqual(
  sim: Sim,
  compared: Omit<Divergence, 'step' | 'before' | 'order'>,
  order = Infinity,
): void {
  if (compared.model === compared.real) return
  const lines = compared.memberId === null ? [] : (sim.logs.get(compared.memberId) ?? [])
  // A refused or repeated command moved nothing, so it cannot have led here.
  const tookEffect = lines.filter((line) => /-> (done|tombstone|success|asked|concluded)/.test(line))
  sim.result.divergences.push({ step: sim.result.steps, order, ...compared, before: tookEffect.slice(-12) })
}
