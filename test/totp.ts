import { createHmac } from 'node:crypto'

/** Codes of an authenticator app, computed by RFC 6238 itself, independently of the product's library. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** The code of a step of 30 s for a secret in base32; `offset` steps from the current one. */
export function totpCode(secret: string, offset = 0, atMs = Date.now()): string {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / stepMs) + offset))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Waits until the current step lasts for some seconds more, so that a test meets one step only. */
export async function untilStepLasts(leastMs: number): Promise<void> {
  const leftMs = stepMs - (Date.now() % stepMs)
  if (leftMs < leastMs) await new Promise((resolve) => setTimeout(resolve, leftMs + 50))
}
