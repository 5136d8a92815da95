import { randomInt } from 'node:crypto'
import { referenceAlphabet, referenceLength } from '#domain/member.ts'

/** A new reference code for a member's deposits; a key of the database makes it unique per brand. */
export function newReferenceCode(): string {
  const letters = Array.from({ length: referenceLength }, () =>
    referenceAlphabet.charAt(randomInt(referenceAlphabet.length)),
  )
  return letters.join('')
}
