import { useEffect, useState } from 'react'
import type { TablePlay, TablePlayState } from './table-play.ts'
import { phaseOf, type TablePhase } from './table-state.ts'

export type ShownPhase = { phase: TablePhase; seconds: number; leftMs: number }

const refreshMs = 200

/** The phase of the table and the whole seconds left to bet or to send salts, by the server's clock. */
export function usePhase(play: TablePlay, state: TablePlayState): ShownPhase {
  const { table } = state
  const [, setTick] = useState('')
  useEffect(() => {
    const timer = setInterval(() => {
      const { phase, seconds } = phaseAt(play)
      // The same text renders nothing.
      setTick(`${phase} ${seconds}`)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [play])
  return phaseAt(play, table)
}

function phaseAt(play: TablePlay, table = play.state.get().table): ShownPhase {
  const serverMs = play.serverMs()
  const phase = phaseOf(table, serverMs)
  const until = phase === 'salts' ? table.series.phaseEndsAt : phase === 'open' ? (table.round?.closesAt ?? null) : null
  const leftMs = until === null ? 0 : Math.max(0, Date.parse(until) - serverMs)
  return { phase, seconds: Math.ceil(leftMs / 1000), leftMs }
}
