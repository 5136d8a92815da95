import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a file of mode 0600, complete and synced to disk, and never overwrites one: of two concurrent calls one
 * creates the file and the other finds it. Returns whether this call created it.
 */
export async function writeOnce(file: string, text: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.${randomUUID()}`
  const handle = await open(fresh, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
    // A link fails where a rename would overwrite.
    await link(fresh, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await handle.close()
    await unlink(fresh)
  }
}

/**
 * Replaces a file as a whole, or creates it, mode 0600, synced to disk with its name: a reader finds the old text or the
 * new one, also after a crash. The folder must exist.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}`
  try {
    const handle = await open(fresh, 'wx', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(fresh, file)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
  await syncFolder(dirname(file))
}

/** Makes a new name durable by syncing its folder; Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
