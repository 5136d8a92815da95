import { randomInt } from 'node:crypto'
import { referenceAlphabet, referenceLength } from '#domain/member.ts'

/** A new code for a member to write beside a deposit; unique per brand by the database's own key. */
export function newReferenceCode(): string {
  const letters = Array.from({ length: referenceLength }, () =>
    referenceAlphabet.charAt(randomInt(referenceAlphabet.length)),
  )
  return letters.join('')
}
