import type { RaceGame } from '../table-game.ts'
import { raceMarks } from './marks.ts'
import { markWays, returnsOf } from './odds.ts'

/** The faults of a race's data: each bet is offered once, with the odds that its chance and the margin give. */
export function raceFaults({ strengths, marginPercent, spots }: RaceGame): { field: string; fault: string }[] {
  const { total, ways } = markWays(strengths)
  const offered = new Map(spots.map((spot) => [spot.code, spot.pays]))
  return [
    ...raceMarks.filter((mark) => !offered.has(mark)).map((mark) => ({ field: `spots.${mark}`, fault: 'is missing' })),
    ...spots.flatMap(({ code, pays }) => {
      const chance = ways.get(code)
      const [rule, ...more] = pays
      if (chance === undefined || !rule || more.length > 0 || rule.when.join() !== code) {
        return [{ field: `spots.${code}`, fault: 'is no bet on the mark of its code alone' }]
      }
      const due = returnsOf({ total, ways: chance }, marginPercent)
      return rule.returns.join('/') === due.join('/')
        ? []
        : [{ field: `spots.${code}`, fault: `returns ${rule.returns.join('/')}, not ${due.join('/')}` }]
    }),
  ]
}
