import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from './run-tool.ts'

const packages = z.record(z.string(), z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }))
const lockFile = z.object({ packages })

test('the lock file contains every optional package of every platform, which npm ci requires', async () => {
  const lock = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const missing = Object.entries(lock.packages).flatMap(([path, about]) =>
    Object.keys(about.optionalDependencies ?? {}).filter(
      (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
    ),
  )
  expect(missing).toEqual([])
})

test('every dependency is pinned to one version', async () => {
  const versions = z.record(z.string(), z.string())
  const manifest = z.object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  const about = manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const all = Object.entries({ ...about.dependencies, ...about.devDependencies, ...about.optionalDependencies })
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})
