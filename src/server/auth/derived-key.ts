import { hkdfSync } from 'node:crypto'
import type { AppSecret } from '#server/config.ts'

/**
 * The key for one purpose, from a key of `APP_SECRET`: HKDF-SHA256 without salt. The purpose is its info text and must never
 * change where something stored depends on it. 32 bytes unless `bytes` says otherwise.
 */
export function deriveKey(key: Uint8Array, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, bytes))
}

/** The keys for one purpose, by the ids of those of `APP_SECRET` and in their order. */
export function deriveKeys(keys: ReadonlyMap<string, Uint8Array>, purpose: string): Map<string, Buffer> {
  return new Map([...keys].map(([id, key]) => [id, deriveKey(key, purpose)]))
}

/** A reader of the keys of `APP_SECRET` for one purpose only, by their ids. They are derived once per secret. */
export function createKeyReader(purpose: string): (secret: AppSecret) => ReadonlyMap<string, Buffer> {
  const cache = new WeakMap<AppSecret, ReadonlyMap<string, Buffer>>()
  return (secret) => {
    const cached = cache.get(secret)
    if (cached !== undefined) return cached
    const made = deriveKeys(secret.keys, purpose)
    cache.set(secret, made)
    return made
  }
}
