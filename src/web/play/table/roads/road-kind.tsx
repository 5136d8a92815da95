import { useMemo } from 'react'
import type { WireTableRound } from '#contract/table.ts'
import type { TableKindParts } from '../table-kind.ts'
import { roadMarks, type RoadKind, type RoadMark } from './road-marks.ts'
import { RoadPanel } from './road-panel.tsx'
import { DerivedRoads, RoadStrip } from './road-strip.tsx'

/** The results of a game as its roads show them. */
export function roadParts(kind: RoadKind): Pick<TableKindParts, 'Strip' | 'Aside' | 'Results'> {
  const { useTexts } = kind
  const useMarks = (rounds: readonly WireTableRound[]): RoadMark[] => useMemo(() => roadMarks(kind, rounds), [rounds])
  return {
    Strip: ({ rounds, onOpen }) => <RoadStrip {...{ kind, onOpen }} marks={useMarks(rounds)} texts={useTexts()} />,
    Aside: ({ rounds }) => <DerivedRoads marks={useMarks(rounds)} />,
    Results: ({ rounds, onClose }) => <RoadPanel {...{ kind, onClose }} marks={useMarks(rounds)} texts={useTexts()} />,
  }
}
