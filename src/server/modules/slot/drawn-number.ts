import type { JackpotTier } from '#domain/games/game.ts'
import { createEncryption } from '#server/auth/encryption.ts'
import type { AppSecret } from '#server/config.ts'

/** A member's number, by the member's public id. */
type DrawnNumber = { publicId: string; nonce: bigint }

const drawnOwner = ({ publicId, nonce }: DrawnNumber) => ({ of: 'drawn', id: nonce, publicId }) as const

/** So that the length of what is encrypted tells nothing of a result. */
const drawnLetters = 32

/**
 * What a drawn round pays, in units, and the jackpot that it hit, as its act has it: encrypted, because the number may still be used. Empty
 * of a void round.
 */
export function hideDrawn(
  config: { secret: AppSecret },
  of: DrawnNumber,
  { units, jackpot }: { units: number | null; jackpot: JackpotTier | null },
): string {
  if (units === null) return ''
  const text = `${units} ${jackpot ?? ''}`.padEnd(drawnLetters)
  const { keyId, encrypted } = createEncryption(config).encryptText(drawnOwner(of), text)
  return `${keyId}:${encrypted.toString('base64')}`
}

/** Null of a void round, and where its key is lost. Acts from before jackpots were named have the units alone. */
export function openDrawn(
  { config }: { config: { secret: AppSecret } },
  of: DrawnNumber,
  text: string | null,
): { units: number; tier: string | null } | null {
  const [keyId = '', value = ''] = (text ?? '').split(':')
  if (!config.secret.keys.has(keyId)) return null
  const plain = createEncryption(config).decryptText(drawnOwner(of), keyId, Buffer.from(value, 'base64'))
  const [units, tier = ''] = plain.trimEnd().split(' ')
  return { units: Number(units), tier: tier === '' ? null : tier }
}
