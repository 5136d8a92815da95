/** The only JSON parser of the APIs, safe against deep nesting, prototypes and text that a database cannot hold. */

/** The faults by field; `body` means the whole body. */
export type BadFields = Record<string, string>

export type ReadBody = { value: unknown } | { bad: BadFields }

/** Bodies of the contract nest three deep; deeper nesting is an attack. */
const deepest = 12

/** The largest bodies of the contract have some 30 values (a passkey); checking more would take the time of others. */
const mostValues = 256

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a body. No bytes are `{}`. Rejected: bytes that are not UTF-8, text that is not JSON, anything but an object
 * at the top, more than 256 values (before parsing), more than 12 levels, keys that reach prototypes, and strings that
 * PostgreSQL cannot store (U+0000, halves of a surrogate pair).
 */
export function readBody(bytes: Uint8Array): ReadBody {
  if (bytes.length === 0) return { value: {} }
  if (holdsTooManyValues(bytes)) return { bad: { body: 'holds too many values' } }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    return { bad: { body: 'is not JSON' } }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { bad: { body: 'must be an object' } }
  const bad = findHarm(value)
  return bad ? { bad } : { value }
}

const [quote, backslash, comma, bracket, brace] = [...'"\\,[{'].map((mark) => mark.charCodeAt(0))

/** Counts the commas and opening brackets outside texts: a JSON text has at most one value more than these. */
function holdsTooManyValues(bytes: Uint8Array): boolean {
  if (bytes.length <= mostValues) return false
  let marks = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) isInText = !isInText
    else if (isInText) at += byte === backslash ? 1 : 0
    else if (byte === comma || byte === bracket || byte === brace) marks += 1
    if (marks > mostValues) return true
  }
  return false
}

type Open = { node: object; path: string; depth: number }

/** Uses an explicit stack: a recursion would be as deep as the caller chooses. */
function findHarm(top: object): BadFields | null {
  const open: Open[] = [{ node: top, path: '', depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > deepest) return { [firstOf(next.path)]: 'is nested too deep' }
    for (const [key, value] of Object.entries(next.node)) {
      if (key === '__proto__' || key === 'constructor')
        return { [firstOf(next.path)]: 'holds a name that is not allowed' }
      if (!isStorable(key)) return { [firstOf(next.path)]: 'holds a name that is not text' }
      const path = next.path === '' ? key : `${next.path}.${key}`
      if (typeof value === 'string' && !isStorable(value)) return { [path]: 'is not text' }
      if (typeof value === 'object' && value !== null) open.push({ node: value, path, depth: next.depth + 1 })
    }
  }
  return null
}

function firstOf(path: string): string {
  return path === '' ? 'body' : (path.split('.', 1)[0] ?? 'body')
}

function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
