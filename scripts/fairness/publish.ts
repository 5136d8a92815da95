import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildVerifier } from './verifier.ts'

/**
 * Writes the files that the site publishes below `/fairness/`: the offline verifier, `docs/fairness.md`, the games'
 * data, the examples, the verifier in Python, and `files.json`, which lists them with their size and SHA-256.
 */
export async function publishFairness(folder: string): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const data = (await readdir(join(root, 'docs/fairness'))).toSorted()
  const published: readonly (readonly [name: string, bytes: Uint8Array])[] = [
    ['verifier.html', Buffer.from(await buildVerifier())],
    ['fairness.md', await readFile(join(root, 'docs/fairness.md'))],
    ...(await Promise.all(
      data.map(async (name) => [name, await readFile(join(root, 'docs/fairness', name))] as const),
    )),
    ['verify.py', await readFile(join(root, 'scripts/fairness/verify.py'))],
  ]
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await Promise.all(published.map(([name, bytes]) => writeFile(join(folder, name), bytes)))
  const list = published.map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  await writeFile(join(folder, 'files.json'), `${JSON.stringify(list)}\n`)
}
