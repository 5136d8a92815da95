import { startProcessorMeter } from '../scripts/processor-time.ts'

/** What each journey costs: wall time, and processor time by kind of process. Right only while one journey runs at a time. */
export type CostTable = {
  /** Begins a journey; the returned function ends it. */
  begin: (name: string) => () => void
  print: () => void
}

const kinds = ['page', 'browser', 'graphics', 'program', 'database', 'journey'] as const
type Kind = (typeof kinds)[number]
type Seconds = Readonly<Partial<Record<string, number>>>

export function openCostTable(): CostTable {
  const meter = startProcessorMeter()
  const rows: { name: string; wall: number; used: Seconds }[] = []
  const begun = performance.now()
  const line = (cells: readonly string[], name: string): string =>
    `  ${cells.map((cell) => cell.padStart(9)).join('')}  ${name}`
  const row = ({ name, wall, used }: (typeof rows)[number]): string => {
    const all = kinds.reduce((sum, kind) => sum + (used[kind] ?? 0), 0)
    return line(
      [wall, all, ...kinds.map((kind) => used[kind] ?? 0)].map((seconds) => seconds.toFixed(1)),
      name,
    )
  }
  return {
    begin: (name) => {
      const startedMs = performance.now()
      const before = meter.secondsBy(kindOf)
      return () => {
        const after = meter.secondsBy(kindOf)
        const used = Object.fromEntries(kinds.map((kind) => [kind, (after[kind] ?? 0) - (before[kind] ?? 0)]))
        rows.push({ name, wall: (performance.now() - startedMs) / 1_000, used })
      }
    },
    print: () => {
      console.log(`\nSeconds of wall time and of processor time (all, then by kind of process):`)
      console.log(line(['wall', 'all', ...kinds], 'journey'))
      for (const one of rows.toSorted((a, b) => sum(b.used) - sum(a.used))) console.log(row(one))
      console.log(row({ name: 'whole run', wall: (performance.now() - begun) / 1_000, used: meter.secondsBy(kindOf) }))
      meter.stop()
    },
  }
}

function sum(used: Seconds): number {
  return Object.values(used).reduce<number>((all, one) => all + (one ?? 0), 0)
}

function kindOf(command: string): Kind {
  if (command.includes('--type=gpu-process')) return 'graphics'
  if (command.includes('--type=renderer') || command.includes('--type=zygote')) return 'page'
  if (/--type=|chrom|edge/i.test(command)) return 'browser'
  if (/postgres/.test(command)) return 'database'
  return command.includes('scripts/') ? 'program' : 'journey'
}
