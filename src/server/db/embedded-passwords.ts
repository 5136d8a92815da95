import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from '../write-once.ts'

/** The passwords of the superuser, the owner that migrates, and the application. */
export type Passwords = { super: string; owner: string; app: string }

/** Passwords are generated once, and stored in a file that only this user can read. */
export async function readPasswords(dataDir: string): Promise<Passwords> {
  const file = join(dataDir, 'postgres.json')
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return parsePasswords(stored, file)
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`${file}, which holds the passwords of the database in ${join(dataDir, 'postgres')}, is missing.`)
  }
  const draw = (): string => randomBytes(24).toString('base64url')
  await writeOnce(file, JSON.stringify({ super: draw(), owner: draw(), app: draw() }))
  return parsePasswords(await readFile(file, 'utf8'), file)
}

function parsePasswords(text: string, file: string): Passwords {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && value !== null && 'super' in value && 'owner' in value && 'app' in value) {
    return { super: String(value.super), owner: String(value.owner), app: String(value.app) }
  }
  throw new Error(`${file} does not hold the database's passwords.`)
}
