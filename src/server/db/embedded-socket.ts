import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner } from './embedded-runner.ts'

/** The shortest limit of the supported systems (macOS: 104 bytes with the closing zero; Linux: 108). */
const longestSocketPath = 103

/**
 * The folder for the server's Unix socket, mode 0700 and owned by the runner: inside the data folder, or under `/tmp`
 * where that path is too long. Null on Windows, which uses a loopback port.
 */
export async function socketFolder(dataDir: string, runner: Runner): Promise<string | null> {
  if (process.platform === 'win32') return null
  const inside = join(dataDir, 'socket')
  if (Buffer.byteLength(join(inside, '.s.PGSQL.5432')) <= longestSocketPath && !inside.includes(',')) {
    await mkdir(inside, { recursive: true, mode: 0o700 })
    await chmod(inside, 0o700)
    await own(inside, runner)
    return inside
  }
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const outside = `/tmp/baize-${runner.owner.uid}-${mark}`
  const made = await mkdir(outside, { mode: 0o700 }).then(
    () => true,
    () => false,
  )
  const found = await lstat(outside)
  const isOwn = found.isDirectory() && found.uid === runner.owner.uid && (found.mode & 0o777) === 0o700
  // Anyone may create folders under /tmp: one that this user does not own exclusively is not used.
  const folder = made || isOwn ? outside : await mkdtemp('/tmp/baize-')
  await own(folder, runner)
  return folder
}

async function own(folder: string, runner: Runner): Promise<void> {
  if (process.getuid?.() === 0) await chown(folder, runner.owner.uid, runner.owner.gid)
}
