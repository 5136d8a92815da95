import type { TextAnswer } from '#domain/games/verify-text.ts'
import { lineOfAnswer } from '#test/hostile-evidence.ts'

/** The whole line that a program prints for an answer of the engine, by `docs/fairness.md`, section 8. */
export function answerLine(answer: TextAnswer): string {
  const line = lineOfAnswer(answer)
  if (answer.kind === 'malformed') return line
  if (answer.kind === 'round') return `${answer.record.game} ${answer.record.nonce}: ${line}`
  const { oldPairs, unwitnessedPairs } = answer.report
  const notes = [...oldPairs.map((pair) => `${pair} old`), ...unwitnessedPairs.map((pair) => `${pair} unwitnessed`)]
  return `chain of ${answer.count} pairs: ${line}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}
