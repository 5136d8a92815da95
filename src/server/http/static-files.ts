import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
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

/**
 * Serves the files that `npm run build` published below `/fairness/`, to everyone. The offline verifier is a download:
 * its script is inline, which the site's policy refuses.
 */
export function addFairnessFiles(app: FastifyInstance, buildDir: string): void {
  const folder = join(buildDir, 'fairness')
  app.get<{ Params: { file: string } }>('/fairness/:file', async (request, reply) => {
    const { file } = request.params
    const [, ending = ''] = /^[\w-]+\.([a-z]+)$/.exec(file) ?? []
    const type = publishedTypes[ending]
    const bytes = type === undefined ? null : await readFile(join(folder, file)).catch(() => null)
    if (type === undefined || bytes === null) return refuse(reply, { code: 404 })
    if (file !== 'files.json') reply.header('content-disposition', `attachment; filename="${file}"`)
    return reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(bytes)
  })
}

/** Serves `/assets/…` and `/art/…` from the build's folder; a folder itself is not found. */
export async function addStaticFiles(app: FastifyInstance, buildDir: string): Promise<void> {
  const folders = [
    { prefix: '/assets/', root: join(buildDir, 'pages/assets') },
    { prefix: '/art/', root: join(buildDir, 'art') },
  ]
  for (const { prefix, root } of folders) {
    await app.register(async (scope) => {
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
