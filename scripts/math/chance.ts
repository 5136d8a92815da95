import { createCipheriv, createHash } from 'node:crypto'
import type { NextBlock } from '#domain/games/draw.ts'
import type { Sha256Hex } from '#domain/games/math-hash.ts'

const blockBytes = 1 << 16

/** The keystream of AES-256 in counter mode under a key made from `name`: the same name, the same endless stream. */
export function cipherStream(name: string): NextBlock {
  const key = createHash('sha256').update(name).digest()
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const zeros = Buffer.alloc(blockBytes)
  return () => cipher.update(zeros)
}

export const nodeSha256Hex: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex')
