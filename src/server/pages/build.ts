import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SiteData } from '#contract/site.ts'
import type { ArtManifest } from '#domain/art-manifest.ts'

/**
 * The output of `npm run build` for the server: the manifests of the apps, that of the art, and the bundle that renders
 * the member site. They are read on first use and again when the build has changed, so that development needs no
 * restart.
 */
/** The page passed to the bundle; the bundle's own type is `PageData` of the member app. */
export type PageToRender = {
  readonly locale: string
  readonly path: string
  readonly maybeSignedIn: boolean
  readonly site: SiteData
  readonly art: Readonly<Record<string, string>>
}

export type DocumentAssets = {
  /** Starts the script after the first paint. */
  readonly start: string
  readonly script: string
  readonly modules: readonly string[]
  readonly messages: { readonly site: string; readonly home: string }
  /** The critical CSS, inlined into the document to save a round trip. */
  readonly sheet: string
  /** Addresses of the files from which the sheet is made. */
  readonly sheets: readonly string[]
  readonly fonts: { readonly preload: readonly string[]; readonly family: string } | null
  readonly icon: string | null
}

/** The target of a path: a page in a language, or a redirect. `known` is false where the answer is 404. */
export type PageRoute =
  | { readonly redirect: string }
  | { readonly locale: string; readonly path: string; readonly exists: boolean }

/** A page that guests may read, the same in every language. */
export type PublicPage = {
  readonly path: string
  readonly alternates: readonly { readonly language: string; readonly path: string }[]
}

type RenderBundle = {
  readonly publicPages: () => readonly PublicPage[]
  readonly findRoute: (path: string, chosenLocale: string | undefined) => PageRoute
  readonly renderDocument: (page: PageToRender, assets: DocumentAssets) => string
}

/** One chunk of Vite's manifest. */
type Chunk = { file: string; name?: string; css?: string[]; imports?: string[]; isEntry?: boolean }
type Chunks = Readonly<Record<string, Chunk>>

export type MemberBuild = {
  /** Changes with every build. */
  readonly revision: string
  readonly render: RenderBundle
  readonly publicPages: ReadonlyMap<string, PublicPage>
  /**
   * Addresses of pictures by logical name, and `letters/…`: sheets for letters that no text of the application uses.
   */
  readonly art: Readonly<Record<string, string>>
  /** The same for a page in a language, with the lettering of each machine in that language. */
  readonly artOf: (locale: string) => Readonly<Record<string, string>>
  readonly assetsOf: (locale: string, path: string) => Promise<DocumentAssets>
}

export type Build = {
  /** The member site's build, or null when there is none. */
  readonly member: () => Promise<MemberBuild | null>
  /** The page of an app that renders only in the browser at this path, or null when it is not built. */
  readonly shell: (app: 'play' | 'office', path: string) => Promise<string | null>
}

const checkEveryMs = 2_000

/** Gives access to the build's folder; nothing is read before it is needed. */
export function openBuild(dir: string): Build {
  let member: MemberBuild | null = null
  let checkedAt = -Infinity
  let checking: Promise<MemberBuild | null> | null = null
  const check = async (): Promise<MemberBuild | null> => {
    const revision = await revisionOf(dir)
    if (revision !== null && revision !== member?.revision) member = await readMember(dir, revision)
    checkedAt = performance.now()
    return member
  }
  return {
    member: async () => {
      if (member !== null && performance.now() - checkedAt < checkEveryMs) return member
      checking ??= check().finally(() => (checking = null))
      return checking
    },
    shell: createShells(dir),
  }
}

async function revisionOf(dir: string): Promise<string | null> {
  try {
    const stamp = (part: string) => readFile(join(dir, `${part}.hash`), 'utf8')
    const stamps = await Promise.all([stamp('member'), stamp('art').catch(() => ''), stamp('render')])
    return stamps.join('')
  } catch {
    return null
  }
}

async function readMember(dir: string, revision: string): Promise<MemberBuild> {
  const url = pathToFileURL(join(dir, 'render/render.js')).href
  const [render, chunks, manifest] = await Promise.all([
    import(`${url}?${revision.slice(-12)}`) as Promise<RenderBundle>,
    readChunks(dir, 'member'),
    readArt(dir),
  ])
  const art = picturesOf(manifest, /^(?:banner|brand|empty|letters)\//)
  const texts = new Map<string, Promise<string>>()
  const textOf = (address: string): Promise<string> => {
    const shared =
      texts.get(address) ?? readFile(join(dir, address.startsWith('/art/') ? '.' : 'pages', address), 'utf8')
    texts.set(address, shared)
    return shared
  }
  return {
    revision,
    render,
    publicPages: new Map(render.publicPages().map((page) => [page.path, page])),
    art,
    artOf: (locale) => ({ ...art, ...picturesOf(manifest, new RegExp(`^lettering/.+-${locale}$`)) }),
    assetsOf: async (locale, path) => {
      const assets = assetsOf(chunks, manifest, { locale, path })
      const sheet = (await Promise.all(assets.sheets.map(textOf))).join('\n')
      return { ...assets, sheet, icon: art['brand/favicon'] ?? null }
    },
  }
}

async function readChunks(dir: string, app: string): Promise<Chunks> {
  return JSON.parse(await readFile(join(dir, `pages/${app}.json`), 'utf8')) as Chunks
}

async function readArt(dir: string): Promise<ArtManifest | null> {
  try {
    return JSON.parse(await readFile(join(dir, 'art/manifest.json'), 'utf8')) as ArtManifest
  } catch {
    return null
  }
}

/** Pictures that pages use by name; tiles come with the data, atlases belong to the game window. */
function picturesOf(manifest: ArtManifest | null, wanted: RegExp): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest ?? {}).filter(
      (entry): entry is [string, string] => wanted.test(entry[0]) && typeof entry[1] === 'string',
    ),
  )
}

function assetsOf(
  chunks: Chunks,
  manifest: ArtManifest | null,
  { locale, path }: { locale: string; path: string },
): Omit<DocumentAssets, 'sheet' | 'icon'> {
  const entry = chunks['src/web/member/main.tsx']
  const shared = [...withImports(chunks, entry)].filter((chunk) => chunk !== entry)
  const messagesOf = (part: string): string => `/${chunks[`messages/${part}-${locale}.js`]?.file ?? ''}`
  // The home page is rendered on the server, and is hydrated by a chunk of its own.
  const home = path === '/' ? Object.values(chunks).find((chunk) => chunk.name === 'home') : undefined
  const styled = [...withImports(chunks, entry), ...withImports(chunks, home)]
  const fonts = manifest?.[`fonts/${locale}`] ?? null
  const sheets = new Set(styled.flatMap((chunk) => chunk.css ?? []).map((file) => `/${file}`))
  return {
    start: `/${chunks['src/web/member/start.ts']?.file ?? ''}`,
    script: `/${entry?.file ?? ''}`,
    modules: [...new Set(shared.map((chunk) => `/${chunk.file}`))],
    messages: { site: messagesOf('site'), home: messagesOf('home') },
    sheets: [...(fonts === null ? [] : [fonts.css]), ...sheets],
    fonts: fonts === null ? null : { preload: fonts.preload, family: fonts.family },
  }
}

/** A chunk with all its static imports, each once. */
function withImports(chunks: Chunks, chunk: Chunk | undefined, seen = new Set<Chunk>()): Set<Chunk> {
  if (chunk === undefined || seen.has(chunk)) return seen
  for (const name of chunk.imports ?? []) withImports(chunks, chunks[name], seen)
  return seen.add(chunk)
}

type ShellSources = { chunks: Chunks; art: ArtManifest | null }

/** Makes shells; the files that they are made of are read once in `checkEveryMs`, however many are requested. */
function createShells(dir: string): Build['shell'] {
  const kept = new Map<string, { untilMs: number; sources: Promise<ShellSources | null> }>()
  return async (app, path) => {
    const earlier = kept.get(app)
    const isFresh = earlier !== undefined && performance.now() < earlier.untilMs
    const used = isFresh ? earlier : { untilMs: performance.now() + checkEveryMs, sources: readShellSources(dir, app) }
    kept.set(app, used)
    const sources = await used.sources
    return sources === null ? null : shellOf(sources, app, path)
  }
}

async function readShellSources(dir: string, app: 'play' | 'office'): Promise<ShellSources | null> {
  const chunks = await readChunks(dir, app).catch(() => null)
  return chunks === null ? null : { chunks, art: await readArt(dir) }
}

function shellOf({ chunks, art }: ShellSources, app: 'play' | 'office', path: string): string {
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry)
  const picture = app === 'play' ? firstPicture(art, path) : ''
  // The code of the window follows that of its document at once.
  const slot = picture === '' ? undefined : Object.values(chunks).find((chunk) => chunk.name === 'slot')
  const parts = [...withImports(chunks, entry)]
  // Without an icon the browser requests /favicon.ico, which no listener has.
  const icon = art?.['brand/favicon'] ?? 'data:,'
  const styles = parts.flatMap((chunk) => chunk.css ?? []).map((file) => `<link rel="stylesheet" href="/${file}">`)
  const modules = [...new Set([...parts, ...(slot === undefined ? [] : withImports(chunks, slot))])]
    .filter((chunk) => chunk !== entry)
    .map((chunk) => `<link rel="modulepreload" href="/${chunk.file}">`)
  return [
    `<!doctype html><html lang="ko"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">`,
    `<meta name="theme-color" content="#07080d"><title>Baize</title><link rel="icon" href="${icon}">`,
    ...styles,
    ...modules,
    `<script type="module" src="/${entry?.file ?? ''}"></script>`,
    `</head><body><div id="root">${picture}</div></body></html>`,
  ].join('')
}

/** The place behind the reels of a machine, shown before its window is loaded; empty for a path without one. */
function firstPicture(art: ArtManifest | null, path: string): string {
  const scene = `scene/${path.split('/')[2]}` as const
  const wide = art?.[scene]
  if (typeof wide !== 'string') return ''
  const tall = art?.[`${scene}-portrait`]
  const source = tall === undefined ? '' : `<source media="(orientation: portrait)" srcset="${tall}">`
  return `<div class="first-picture"><picture>${source}<img src="${wide}" alt="" fetchpriority="high"></picture></div>`
}
