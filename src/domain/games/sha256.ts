/**
 * SHA-256 and HMAC-SHA256 (FIPS 180-4, RFC 2104) without a platform library: the verifier also runs where the browser
 * offers none, such as in a file opened from disk. The server uses `#server/auth/keyed-hash.ts`, which is faster; a
 * test compares the two.
 */

const blockBytes = 64

/** The first 32 bits of the fractional parts of the square and cube roots of the first primes. */
const initial = rootBits(8, 1 / 2)
const constants = rootBits(64, 1 / 3)

function rootBits(many: number, power: number): Uint32Array {
  const bits: number[] = []
  for (let candidate = 2; bits.length < many; candidate++) {
    let prime = true
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) prime &&= candidate % divisor !== 0
    if (!prime) continue
    const root = candidate ** power
    bits.push(Math.floor((root - Math.floor(root)) * 0x1_0000_0000))
  }
  return Uint32Array.from(bits)
}

/** SHA-256 of bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / blockBytes) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0)
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  for (let start = 0; start < padded.length; start += blockBytes) {
    for (let index = 0; index < 16; index++) words[index] = view.getUint32(start + index * 4)
    compress(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => digest.setUint32(index * 4, word))
  return new Uint8Array(digest.buffer)
}

function compress(state: Uint32Array, words: Uint32Array): void {
  const at = (list: Uint32Array, index: number): number => list[index] ?? 0
  for (let index = 16; index < 64; index++) {
    const [early, late] = [at(words, index - 15), at(words, index - 2)]
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[index] = (at(words, index - 16) + small + at(words, index - 7) + large) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const mixed = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + at(constants, index) + at(words, index)
    const next = (mixed + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    ;[a, b, c, d, e, f, g, h] = [next, a, b, c, (d + mixed) | 0, e, f, g]
  }
  ;[a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = at(state, index) + value
  })
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** HMAC-SHA256 of a text's UTF-8 bytes: 32 bytes. Throws RangeError for a key of more than 64 bytes. */
export function hmacSha256(key: Uint8Array, message: string): Uint8Array {
  if (key.length > blockBytes) throw new RangeError(`A key of ${key.length} bytes is longer than ${blockBytes}.`)
  const padded = (mask: number) => Uint8Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ mask)
  const inner = sha256(joined(padded(0x36), utf8(message)))
  return sha256(joined(padded(0x5c), inner))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. */
export function sha256Hex(text: string): string {
  return toHex(sha256(utf8(text)))
}

/** The UTF-8 bytes of a text. Throws URIError for a text with half a surrogate pair. */
function utf8(text: string): Uint8Array {
  const escaped = encodeURIComponent(text)
  const bytes: number[] = []
  for (let index = 0; index < escaped.length; index++) {
    if (escaped[index] !== '%') bytes.push(escaped.charCodeAt(index))
    else {
      bytes.push(Number.parseInt(escaped.slice(index + 1, index + 3), 16))
      index += 2
    }
  }
  return Uint8Array.from(bytes)
}

/** Bytes as lower-case hex digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The bytes of an even number of hex digits. Throws RangeError for another text. */
export function fromHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError('The text is not an even number of hex digits.')
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  )
}
