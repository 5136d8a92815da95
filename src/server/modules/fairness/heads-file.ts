import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Brands } from '#server/http/brands.ts'
import { normalHost } from '#server/http/listener.ts'
import { refuse } from '#server/http/refusal.ts'
import { readHeadsFile } from './store.ts'

/**
 * Adds `/fairness/heads.jsonl`: the heads of ended days as a file that an auditor keeps, to everyone. 503 while the last
 * acts of the day before wait to be chained.
 */
export function addHeadsFile(app: FastifyInstance, deps: Pick<Deps, 'db'>, brands: Brands): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/fairness/heads.jsonl',
    handler: async (request, reply): Promise<FastifyReply> => {
      const brand = brands.ofHost(normalHost(request.hostname))
      if (brand === null) return refuse(reply, { code: 404 })
      const text = await readHeadsFile(deps.db, brand)
      if (text === null) return refuse(reply, { code: 503, retryAfterSeconds: 60 })
      const name = `heads-${brand.code}.jsonl`
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('cache-control', 'public, max-age=600')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(text)
    },
  })
}
