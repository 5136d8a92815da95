import { rangesOf, rangeText } from '#domain/games/shown-numbers.ts'
import type { SeriesFault } from '#domain/games/table/verify-series.ts'
import type { SeriesAnswer, TextAnswer } from '#domain/games/verify-text.ts'

/** The whole line that a program prints for an answer of the engine, by `docs/fairness.md`, section 8. */
export function answerLine(answer: TextAnswer): string {
  const line = lineOfAnswer(answer)
  if (answer.kind === 'malformed') return line
  if (answer.kind === 'decided') {
    const { fault } = answer.verification
    const note = fault === null ? [] : [`decision ${fault.at} ${fault.reason}`]
    return `${answer.record.game} ${answer.record.nonce}: ${line}${inParentheses(note)}`
  }
  if (answer.kind === 'round') return `${answer.record.game} ${answer.record.nonce}: ${line}`
  if (answer.kind === 'series') {
    return `series of ${answer.evidence.record.rounds.length} rounds: ${line}${inParentheses(seriesNotes(answer))}`
  }
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
  return `chain of ${answer.count} pairs: ${line}${inParentheses(notes)}`
}

function inParentheses(notes: readonly string[]): string {
  return notes.length === 0 ? '' : ` (${notes.join(', ')})`
}

/** The notes of a series, by section 13.9. */
function seriesNotes({ report, evidence }: SeriesAnswer): string[] {
  if (report === null) return []
  const { isSalted, unmixed, lateSeats, repeatedSalts, unrevealed, undealt } = report
  const first = evidence.record.rounds.length
  return [
    ...(isSalted ? [] : ['unsalted']),
    ...unmixed.map(({ seat, reason }) => `${seat} ${reason}`),
    ...lateSeats.map((seat) => `${seat} late-hash`),
    ...repeatedSalts.map((seat) => `${seat} repeated`),
    ...placesNoted(evidence.voidRounds, 'void'),
    ...placesNoted(unrevealed, 'not-revealed'),
    ...placesNoted(
      undealt.map((_, index) => first + index),
      'passed-over',
    ),
  ]
}

/** The places of rounds with these indices, as ranges. */
function placesNoted(indices: readonly number[], note: string): string[] {
  return rangesOf(indices.map((index) => index + 1)).map((range) => `${rangeText(range)} ${note}`)
}

/** A fault of a series, by section 13.9. */
function seriesFault(fault: SeriesFault): string {
  switch (fault.kind) {
    case 'game':
      return 'game'
    case 'salts':
      return `${fault.fault.kind} ${fault.fault.seat}`.trimEnd()
    case 'link':
      return `link ${fault.number}`
    case 'round':
      return `round ${fault.index + 1}`
  }
}

/** The answer of the engine in one line, as `HostileText` writes it. */
export function lineOfAnswer(answer: TextAnswer): string {
  if (answer.kind === 'malformed')
    return answer.names.length === 0 ? 'malformed' : `malformed: ${answer.names.join(', ')}`
  if (answer.kind === 'chain') {
    const named = new Set(answer.report.faults.map(({ pair, kind }) => `${pair} ${kind}`))
    return named.size === 0 ? 'holds' : `false: ${[...named].toSorted(byPair).join(', ')}`
  }
  if (answer.kind === 'series') {
    const named = new Set((answer.report?.faults ?? []).map(seriesFault))
    return answer.verdict === 'false' ? `false: ${[...named].join(', ')}` : answer.verdict
  }
  const { verdict, checks } = answer.verification
  if (answer.kind === 'round' && verdict === 'void') {
    const { round } = answer.verification
    return round === null ? verdict : `${verdict} (${round.units} units)`
  }
  const failed = checks.flatMap(({ check, holds }) => (holds ? [] : [check]))
  return failed.length === 0 ? verdict : `${verdict}: ${failed.join(', ')}`
}

/** By the number of the pair, then by the kind, as the program in Python sorts them. */
function byPair(one: string, other: string): number {
  const [first, second] = [one, other].map((fault) => Number(fault.split(' ')[0]))
  return (first ?? 0) - (second ?? 0) || (one < other ? -1 : 1)
}
