import type { RoundEvent, ScatterEvent, Win } from './round.ts'

/** One spin of a round as a still picture. */
export type ShownSpin = {
  /** 0 for the paid spin, else the number of the free spin. */
  free: number
  grid: readonly (readonly number[])[]
  wins: readonly Win[]
  scatter: ScatterEvent | null
  /** The positions that won, of lines and scatters. */
  positions: ReadonlySet<number>
}

/** The spins of a round's events, in order. */
export function spinsOf(events: readonly RoundEvent[]): ShownSpin[] {
  const spins: ShownSpin[] = []
  for (const event of events) {
    const spin = spins.at(-1)
    if (event.type === 'reveal') {
      spins.push({ free: spins.length, grid: event.grid, wins: [], scatter: null, positions: new Set() })
    } else if (spin && event.type === 'wins') {
      const positions = new Set([...spin.positions, ...event.wins.flatMap((win) => win.positions)])
      spins.splice(-1, 1, { ...spin, wins: event.wins, positions })
    } else if (spin && event.type === 'scatter') {
      spins.splice(-1, 1, { ...spin, scatter: event, positions: new Set([...spin.positions, ...event.positions]) })
    }
  }
  return spins
}
