import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/**
 * The files of the build, each read once and sent from memory (all together 33 MB): a reader takes no file of the system and no copy,
 * however slow it is, so that nobody waits for another's readers.
 */

const yearSeconds = 31_536_000
/** Names with a hash of the content: such a file never changes, and browsers keep it for a year. */
const hashed = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/
/** A path below the folder, whose parts do not begin with a dot. */
const pathPattern = /^(?:[\w-][\w.@-]*\/)*[\w-][\w.@-]*\.([a-z0-9]+)$/

/** The media types of what the folders hold; a file of another kind is not found. */
const textTypes = new Map([
  ['css', 'text/css'],
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['py', 'text/x-python'],
  ['svg', 'image/svg+xml'],
])
const otherTypes = new Map([
  ['ico', 'image/x-icon'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
])

type Encoding = 'identity' | 'br' | 'gzip'

/** A file in memory, compressed where it is a text. */
type KeptFile = {
  readonly type: string
  readonly etag: string
  readonly isHashed: boolean
  readonly bodies: { readonly identity: Buffer } & Readonly<Partial<Record<Encoding, Buffer>>>
}

type KeptFiles = { find: (name: string) => Promise<KeptFile | null> }

/**
 * Keeps the files below `folder`: one with a hash in its name, where names have one (`areHashed`), for ever, another until it is written
 * again. They are read one after the other, so that requests for many do not open many.
 */
function keepFiles(folder: string, areHashed = true): KeptFiles {
  const files = new Map<string, { writtenMs: number; file: Promise<KeptFile> }>()
  let reading: Promise<unknown> = Promise.resolve()
  return {
    find: async (name) => {
      const [, ending = ''] = pathPattern.exec(name) ?? []
      const textType = textTypes.get(ending)
      const type = textType === undefined ? otherTypes.get(ending) : `${textType}; charset=utf-8`
      if (type === undefined) return null
      const isHashed = areHashed && hashed.test(name)
      const kept = files.get(name)
      if (kept !== undefined && isHashed) return kept.file
      const path = join(folder, name)
      const writtenMs = await stat(path).then(
        (found) => (found.isFile() ? found.mtimeMs : null),
        () => null,
      )
      const known = files.get(name)
      if (known !== undefined && known.writtenMs === writtenMs) return known.file
      files.delete(name)
      if (writtenMs === null) return null
      const bodies = reading.then(() => readBodies(path, { isText: textType !== undefined, isHashed }))
      reading = bodies.catch(() => {})
      const file = bodies.then((read) => ({ type, etag: etagOf(read.identity), isHashed, bodies: read }))
      files.set(name, { writtenMs, file })
      file.catch(() => files.delete(name))
      return file
    },
  }
}

/** Reads a file. The build has compressed the texts with a hash in their names; the others are compressed here. */
async function readBodies(
  path: string,
  { isText, isHashed }: { isText: boolean; isHashed: boolean },
): Promise<KeptFile['bodies']> {
  const identity = await readFile(path)
  if (!isText) return { identity }
  if (!isHashed) {
    const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
    return { identity, br, gzip: gz }
  }
  const [br, gz] = await Promise.all(['br', 'gz'].map((ending) => readFile(`${path}.${ending}`).catch(() => undefined)))
  return { identity, ...(br && { br }), ...(gz && { gzip: gz }) }
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  const isCompressed = Object.keys(file.bodies).length > 1
  reply.headers({
    'cache-control': file.isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache',
    etag: file.etag,
    ...(isCompressed && { vary: 'Accept-Encoding' }),
  })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request)
  const packed = encoding === 'identity' ? undefined : file.bodies[encoding]
  if (packed !== undefined) reply.header('content-encoding', encoding)
  return reply.type(file.type).send(packed ?? file.bodies.identity)
}

/** The encoding in which a text that is kept in all of them is sent. */
export function acceptedEncoding(request: FastifyRequest): Encoding {
  const offers = (request.headers['accept-encoding'] ?? '').toLowerCase().split(',')
  // A weight of 0 means never; the other weights are all the same to a server that keeps every encoding.
  const accepted = offers
    .filter((offer) => !/;\s*q=0(\.0*)?\s*$/.test(offer))
    .map((offer) => offer.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

/**
 * Serves the files that `npm run build` published below `/fairness/`, to everyone. The offline verifier is a download:
 * its script is inline, which the site's policy refuses.
 */
export function addFairnessFiles(app: FastifyInstance, buildDir: string): void {
  const files = keepFiles(join(buildDir, 'fairness'), false)
  app.get<{ Params: { file: string } }>('/fairness/:file', async (request, reply) => {
    const { file: name } = request.params
    const file = name.includes('/') ? null : await files.find(name)
    if (file === null) return refuse(reply, { code: 404 })
    if (name !== 'files.json') reply.header('content-disposition', `attachment; filename="${name}"`)
    return sendKept(request, reply, file)
  })
}

/** Serves `/assets/…` and `/art/…` from the build's folder to several listeners; a folder itself is not found. */
export function addStaticFiles(apps: readonly FastifyInstance[], buildDir: string): void {
  const folders = { assets: keepFiles(join(buildDir, 'pages/assets')), art: keepFiles(join(buildDir, 'art')) }
  for (const app of apps) {
    for (const [prefix, files] of Object.entries(folders)) {
      app.get<{ Params: { '*': string } }>(`/${prefix}/*`, async (request, reply) => {
        const file = await files.find(request.params['*'])
        return file === null ? refuse(reply, { code: 404 }) : sendKept(request, reply, file)
      })
    }
  }
}
