import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppSecret } from '../config.ts'
import { replaceFile } from '../write-once.ts'
import { walKeysOf, type SigningKeys } from './signatures.ts'

/**
 * The file in a data folder from which the archiver takes the keys that sign the log: PostgreSQL starts it without the
 * environment of the program. It holds derived keys, from which `APP_SECRET` does not follow, and is in no backup.
 */
export function walKeysFile(dataDir: string): string {
  return join(dataDir, 'wal-keys')
}

/** Writes the keys of a secret, mode 0600, unless they are there already. */
export async function storeWalKeys(dataDir: string, secret: AppSecret): Promise<void> {
  const lines = [...walKeysOf(secret)].map(([id, key]) => `${id}:${Buffer.from(key).toString('base64')}\n`)
  const file = walKeysFile(dataDir)
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== lines.join('')) await replaceFile(file, lines.join(''))
}

/** The keys of a file; null where there is no file. Throws when it cannot be read or is malformed. */
export async function readWalKeys(file: string): Promise<SigningKeys | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const keys = new Map<string, Buffer>()
  for (const line of text.trimEnd().split('\n')) {
    const [, id, body] = /^([A-Za-z0-9._-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(line) ?? []
    if (id === undefined || body === undefined) throw new Error(`${file} does not hold the keys of the log.`)
    keys.set(id, Buffer.from(body, 'base64'))
  }
  return keys
}
