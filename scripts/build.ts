import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { readCommand } from './command.ts'

/**
 * Builds what browsers load: the three apps, the art and fonts of `assets/`, and the bundle that renders the member
 * site on the server. Each part has a stamp with the hash of its sources, so an unchanged start only compares hashes
 * (Vite is not even loaded). A part whose entry does not exist is left out.
 *
 * `node scripts/build.ts` builds what is stale; `--force` builds everything; `--watch` rebuilds after changes; `--brief`
 * prints one line.
 */

const root = resolve(import.meta.dirname, '..')
const out = join(root, '.build')
const pages = join(out, 'pages')

type Part = {
  readonly name: string
  /** The part is left out while this file does not exist. */
  readonly entry: string
  /** Files and folders whose contents decide whether the part is stale. */
  readonly madeFrom: readonly string[]
  /** A file that must exist for the part to count as built. */
  readonly proof: string
  /** Returns the folder whose text files get compressed copies, or null. */
  readonly build: () => Promise<string | null>
}

const everyPartIsMadeFrom = [
  'package-lock.json',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/message-plugin.ts',
  'scripts/catalogues.ts',
  'scripts/key-messages.ts',
  'tsconfig.base.json',
]
const sharedSources = ['src/web/shared', 'src/i18n', 'src/domain', 'src/contract', 'tsconfig.web.json']

const parts: readonly Part[] = [
  // The office is first because its compression takes longest.
  ...(['office', 'member', 'play'] as const).map((app): Part => ({
    name: app,
    entry: `src/web/${app}/main.tsx`,
    // The game window shows the figures of the published par sheets.
    madeFrom: [`src/web/${app}`, ...sharedSources, ...(app === 'play' ? ['docs/par'] : [])],
    proof: `.build/pages/${app}.json`,
    build: () => buildApp(app),
  })),
  {
    name: 'art',
    entry: 'scripts/art/assemble.ts',
    madeFrom: ['assets/manifest.json', 'scripts/art', 'src/domain/art-manifest.ts'],
    proof: '.build/art/manifest.json',
    build: assembleArtPart,
  },
  {
    name: 'fairness',
    entry: 'src/web/verifier/main.ts',
    madeFrom: ['src/web/verifier', 'docs/fairness', 'docs/fairness.md', 'scripts/fairness', ...sharedSources],
    proof: '.build/fairness/files.json',
    build: publishFairnessPart,
  },
  {
    name: 'render',
    entry: 'src/web/member/render.tsx',
    madeFrom: ['src/web/member', ...sharedSources],
    proof: '.build/render/render.js',
    build: buildRender,
  },
]

async function assembleArtPart(): Promise<string> {
  const { assembleArt } = (await import(pathToFileURL(join(root, 'scripts/art/assemble.ts')).href)) as {
    assembleArt: (outDir: string) => Promise<unknown>
  }
  const folder = join(out, 'art')
  await assembleArt(folder)
  return folder
}

async function publishFairnessPart(): Promise<null> {
  const { publishFairness } = await import('./fairness/publish.ts')
  await publishFairness(join(out, 'fairness'))
  return null
}

async function buildApp(app: 'member' | 'office' | 'play'): Promise<string> {
  const [{ build }, { clientConfig }] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const assets = join(pages, 'assets', app)
  await rm(assets, { recursive: true, force: true })
  await build(clientConfig(app, pages))
  return assets
}

async function buildRender(): Promise<null> {
  const [{ build }, { renderConfig }] = await Promise.all([import('vite'), import('../vite.config.ts')])
  await build(renderConfig(join(out, 'render')))
  return null
}

/** Only files with the hash of their content in the name, so that a compressed copy never outlives its file. */
const compressible = /\.(?:js|css|svg)$/
const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes `<file>.br` and `<file>.gz` beside every text file below a folder; the server sends them as they are. */
async function compressBeside(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter((file) => compressible.test(file))
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file)
      const [br, gz] = await Promise.all([
        toBrotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
        toGzip(text, { level: 9 }),
      ])
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
    }),
  )
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null)
  if (entries === null) return existsSync(path) ? [path] : []
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** The hash of a part's sources, without tests. */
async function contentHash(part: Part): Promise<string> {
  const lists = await Promise.all(
    [...everyPartIsMadeFrom, ...part.madeFrom].map((path) => filesBelow(join(root, path))),
  )
  const files = lists.flat().filter((file) => !file.endsWith('.test.ts'))
  const bodies = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  for (const [index, body] of bodies.entries()) {
    hash.update(`${files[index]?.slice(root.length)}\0${body.length}\0`).update(body)
  }
  // A build that shows keys instead of texts (`scripts/key-messages.ts`) is a different build.
  if (process.env['BAIZE_MESSAGES'] !== undefined) hash.update(process.env['BAIZE_MESSAGES'])
  return hash.digest('hex')
}

function stampOf(part: Part): string {
  return join(out, `${part.name}.hash`)
}

/**
 * Builds a part whose sources have changed; null when they have not. Compression takes as long as the build and runs in
 * separate threads: the next part starts meanwhile, and `finished` resolves after the compressed files and the stamp.
 */
async function buildIfStale(
  part: Part,
  force: boolean,
  report: (line: string) => void,
): Promise<{ finished: Promise<void> } | null> {
  if (!existsSync(join(root, part.entry))) return null
  const hash = await contentHash(part)
  const built = await readFile(stampOf(part), 'utf8').catch(() => '')
  if (!force && built === hash && existsSync(join(root, part.proof))) return null
  const begun = performance.now()
  report(`  building ${part.name} …`)
  await mkdir(out, { recursive: true })
  const folder = await part.build()
  const finish = async (): Promise<void> => {
    if (folder !== null) await compressBeside(folder)
    await writeFile(stampOf(part), hash)
    report(`  ${part.name} built in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  }
  return { finished: finish() }
}

/**
 * Builds every stale part and returns their names; `isBrief` prints one line for all. A failing part does not prevent the others; the failures are thrown
 * together at the end.
 */
export async function buildStale({ force = false, isBrief = false } = {}): Promise<string[]> {
  const built: string[] = []
  const failures: unknown[] = []
  const fail = (part: Part, error: unknown): void => {
    console.error(`  ${part.name} could not be built: ${error instanceof Error ? error.message : String(error)}`)
    failures.push(error)
  }
  const finishing: Promise<void>[] = []
  let isAnnounced = false
  for (const part of parts) {
    try {
      const begun = await buildIfStale(part, force, (line) => {
        if (!isBrief) console.log(line)
        else if (!isAnnounced) console.log('Building the pages …')
        isAnnounced = true
      })
      if (begun === null) continue
      built.push(part.name)
      finishing.push(begun.finished.catch((error: unknown) => fail(part, error)))
    } catch (error) {
      fail(part, error)
    }
  }
  await Promise.all(finishing)
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} parts could not be built.`)
  return built
}

async function watchSources(): Promise<void> {
  const { watch } = await import('node:fs')
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Each failure has been printed; the next change starts another build.
      buildStale().catch(() => undefined)
    }, 80)
  }
  for (const folder of ['src/web', 'src/i18n', 'src/domain', 'src/contract', 'assets']) {
    if (existsSync(join(root, folder))) watch(join(root, folder), { recursive: true }, again)
  }
}

const usage = `build [-- --force] [--watch] [--brief]
  Builds the pages whose sources changed. --force builds everything, --watch rebuilds after every change, --brief prints one line.`

if (import.meta.main) {
  const { values } = readCommand(usage, {
    force: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    brief: { type: 'boolean', default: false },
  })
  await buildStale({ force: values.force, isBrief: values.brief }).catch((error: unknown) => {
    console.error(`  ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  })
  if (values.watch) await watchSources()
}
