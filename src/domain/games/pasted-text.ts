/**
 * The form of every text that a verifier reads, such as a round's record or the evidence of a chain of seeds:
 * `docs/fairness.md`, section 8. The bounds keep the time of an answer short, and let programs in every language agree.
 */

/** The most bytes of UTF-8 that a text may have. */
export const longestTextBytes = 8 * 1024 * 1024

/** The most levels of objects and lists that a text may have, the outermost included. */
const deepestLevel = 32

/** Returns the object that a text is in JSON, or null where it is something else, too long or nested too deeply. */
export function readObject(text: string): Readonly<Record<string, unknown>> | null {
  // Half a surrogate pair has no UTF-8, so no file can hold such a text.
  if (!text.isWellFormed() || isTooLong(text)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  return isObject(value) && !isTooDeep(text) ? value : null
}

/** Whether a JSON value is an object, neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const hex64 = /^[0-9a-f]{64}$/

/** 64 lower-case hex digits: a hash or a server seed. */
export function isHex64(value: unknown): boolean {
  return typeof value === 'string' && hex64.test(value)
}

/** 1 to 64 printable ASCII characters without a blank. */
export function isClientSeed(value: unknown): boolean {
  return typeof value === 'string' && /^[\x21-\x7e]{1,64}$/.test(value)
}

/** An integer from 0 to 2^53-1: beyond, numbers of JSON differ between languages. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isTooLong(text: string): boolean {
  if (text.length * 3 <= longestTextBytes) return false
  let bytes = text.length
  for (let index = 0; index < text.length && bytes <= longestTextBytes; index++) {
    const unit = text.charCodeAt(index)
    // Each half of a surrogate pair is 2 of the 4 bytes of its character.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes > longestTextBytes
}

/** Counts in the text of a JSON value, since a key that occurs again hides a value that a reader still has to read. */
function isTooDeep(json: string): boolean {
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    const character = json[index]
    if (character === '"') index = endOfString(json, index)
    else if (character === '{' || character === '[') {
      depth++
      if (depth > deepestLevel) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

/** The index of the quotation mark that closes the string opened at `start`. */
function endOfString(json: string, start: number): number {
  let index = start + 1
  while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1
  return index
}
