import { rangeText } from '#domain/games/shown-numbers.ts'
import type { TextAnswer } from '#domain/games/verify-text.ts'

/** The whole line that a program prints for an answer of the engine, by `docs/fairness.md`, section 8. */
export function answerLine(answer: TextAnswer): string {
  const line = lineOfAnswer(answer)
  if (answer.kind === 'malformed') return line
  if (answer.kind === 'round') return `${answer.record.game} ${answer.record.nonce}: ${line}`
  const {
    oldPairs,
    unwitnessedPairs,
    notChosenPairs,
    endedPairs,
    chosenAgain,
    notSeenNumbers,
    shownOtherwise,
    unknownGames,
  } = answer.report
  const notes = [
    ...oldPairs.map((pair) => `${pair} old`),
    ...unwitnessedPairs.map((pair) => `${pair} unwitnessed`),
    ...notChosenPairs.map((pair) => `${pair} not-chosen`),
    ...endedPairs.map(({ pair, lastNonce }) => `${pair} ended${lastNonce === null ? '' : ` ${lastNonce}`}`),
    ...chosenAgain.map(({ pair, seeds }) => `${pair} chosen-again ${seeds}`),
    ...notSeenNumbers.map((range) => `${rangeText(range)} not-seen`),
    ...shownOtherwise.map((range) => `${rangeText(range)} shown-otherwise`),
    ...unknownGames.map((range) => `${rangeText(range)} unknown-mathematics`),
  ]
  return `chain of ${answer.count} pairs: ${line}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}

/** The answer of the engine in one line, as `HostileText` writes it. */
export function lineOfAnswer(answer: TextAnswer): string {
  if (answer.kind === 'malformed')
    return answer.names.length === 0 ? 'malformed' : `malformed: ${answer.names.join(', ')}`
  if (answer.kind === 'chain') {
    const named = new Set(answer.report.faults.map(({ pair, kind }) => `${pair} ${kind}`))
    return named.size === 0 ? 'holds' : `false: ${[...named].toSorted(byPair).join(', ')}`
  }
  const { verdict, checks, round } = answer.verification
  if (verdict === 'void') return round === null ? verdict : `${verdict} (${round.units} units)`
  const failed = checks.flatMap(({ check, holds }) => (holds ? [] : [check]))
  return failed.length === 0 ? verdict : `${verdict}: ${failed.join(', ')}`
}

/** By the number of the pair, then by the kind, as the program in Python sorts them. */
function byPair(one: string, other: string): number {
  const [first, second] = [one, other].map((fault) => Number(fault.split(' ')[0]))
  return (first ?? 0) - (second ?? 0) || (one < other ? -1 : 1)
}
