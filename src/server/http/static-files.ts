import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from './address.ts'
import { callerBounds, createCallerTurns, type CallerTurns } from './caller-turns.ts'
import { refuse } from './refusal.ts'

/** Files with a content hash in their names: cached by browsers for a year, sent precompressed where available. */

const yearSeconds = 31_536_000
const hashed = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+(?:\.(?:br|gz))?$/

/** The media types of the files below `/fairness/`. */
const publishedTypes: Readonly<Record<string, string>> = {
  html: 'text/html',
  json: 'application/json',
  md: 'text/markdown',
  py: 'text/x-python',
}

/** A published file in memory, compressed as browsers ask for it. */
type PublishedFile = { readonly etag: string; readonly bodies: Readonly<Record<'identity' | 'br' | 'gzip', Buffer>> }

/** Reads each file below `folder` once for each time it was written; null for those that do not exist. */
function createPublishedFiles(folder: string): (name: string) => Promise<PublishedFile | null> {
  const files = new Map<string, { writtenMs: number; file: Promise<PublishedFile> }>()
  return async (name) => {
    const path = join(folder, name)
    const writtenMs = await stat(path).then(
      (found) => found.mtimeMs,
      () => null,
    )
    const known = files.get(name)
    if (known !== undefined && known.writtenMs === writtenMs) return known.file
    files.delete(name)
    if (writtenMs === null) return null
    const file = readPublished(path)
    files.set(name, { writtenMs, file })
    file.catch(() => files.delete(name))
    return file
  }
}

async function readPublished(path: string): Promise<PublishedFile> {
  const identity = await readFile(path)
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { identity, br, gzip: gz } }
}

/**
 * Serves the files that `npm run build` published below `/fairness/`, to everyone. The offline verifier is a download:
 * its script is inline, which the site's policy refuses.
 */
export function addFairnessFiles(app: FastifyInstance, buildDir: string): void {
  const find = createPublishedFiles(join(buildDir, 'fairness'))
  app.get<{ Params: { file: string } }>('/fairness/:file', async (request, reply) => {
    const { file: name } = request.params
    const [, ending = ''] = /^[\w-]+\.([a-z]+)$/.exec(name) ?? []
    const type = publishedTypes[ending]
    const file = type === undefined ? null : await find(name)
    if (type === undefined || file === null) return refuse(reply, { code: 404 })
    reply.headers({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', etag: file.etag })
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    if (name !== 'files.json') reply.header('content-disposition', `attachment; filename="${name}"`)
    const encoding = acceptedEncoding(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(`${type}; charset=utf-8`).send(file.bodies[encoding])
  })
}

/** The encoding in which a text that is kept in all of them is sent. */
export function acceptedEncoding(request: FastifyRequest): 'identity' | 'br' | 'gzip' {
  const accepted = request.headers['accept-encoding'] ?? ''
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
}

/**
 * How many files are sent at the same time: each holds a file of the system until its reader has taken it. Most readers
 * take one at once, because the system keeps what is on the way; more than these wait for the slow ones.
 */
export const fileBounds: typeof callerBounds = {
  ...callerBounds,
  address: { working: 64, inFlight: 1_024 },
  network: { working: 256, inFlight: Infinity },
}

/** Takes a turn of the caller's address for each request of `scope`, until its response is sent or aborted. */
function takeTurns(scope: FastifyInstance, turns: CallerTurns): void {
  scope.addHook('onRequest', async (request, reply) => {
    const call = turns.enter(null, () => addressOf(request))
    if (call !== null) {
      if (await call.begin()) {
        finished(reply.raw, call.leave)
        return undefined
      }
      call.leave()
    }
    return refuse(reply, { code: 429, retryAfterSeconds: turns.retryAfterSeconds() })
  })
}

/** Serves `/assets/…` and `/art/…` from the build's folder; a folder itself is not found. */
export async function addStaticFiles(app: FastifyInstance, buildDir: string, bounds = fileBounds): Promise<void> {
  const turns = createCallerTurns(bounds)
  const folders = [
    { prefix: '/assets/', root: join(buildDir, 'pages/assets') },
    { prefix: '/art/', root: join(buildDir, 'art') },
  ]
  for (const { prefix, root } of folders) {
    await app.register(async (scope) => {
      takeTurns(scope, turns)
      // The file server refuses a folder's own address with 403, as an error; to a client it is like any other path.
      scope.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, { code: 404 })
        throw error
      })
      await scope.register(fastifyStatic, {
        root,
        prefix,
        decorateReply: false,
        preCompressed: true,
        index: false,
        cacheControl: false,
        // A program that was started before its first build finds the files once they exist.
        suppressWarning: !existsSync(root),
        setHeaders: (reply, path) => {
          reply.header('cache-control', hashed.test(path) ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
        },
      })
    })
  }
}
