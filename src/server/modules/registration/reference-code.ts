import { randomInt } from 'node:crypto'
import { referenceAlphabet, referenceLength } from '#domain/member.ts'

/** A new reference code for deposits of a member; unique per brand by a key of the database. */
export function newReferenceCode(): string {
  const letters = Array.from({ length: referenceLength }, () =>
    referenceAlphabet.charAt(randomInt(referenceAlphabet.length)),
  )
  return letters.join('')
}
