import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

/** Files with a content hash in their names: cached by browsers for a year, sent precompressed where available. */

const yearSeconds = 31_536_000
const hashed = /[.-][A-Za-z0-9_-]{8,}\.[a-z0-9]+(?:\.(?:br|gz))?$/

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
