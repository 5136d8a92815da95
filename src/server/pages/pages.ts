import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Listeners, PageServices } from '#server/app.ts'
import type { Brand, Brands } from '#server/http/brands.ts'
import { cookieNames } from '#server/auth/cookies.ts'
import { sendBusy } from './busy-page.ts'
import { openBuild, type Build } from './build.ts'
import { createPageCache, type CachedPage, type Pages, type Visitor } from './cache.ts'
import { addQuickPages, type QuickPages } from './quick.ts'
import { addSearchFiles, linksOf, originOf } from './search.ts'
import { acceptedEncoding, addFairnessFiles, addStaticFiles } from '#server/http/static-files.ts'
import { normalHost } from '#server/http/listener.ts'
import { refuse } from '#server/http/refusal.ts'

/**
 * The pages: the member site rendered per language and cached, the shells of the game window and the office, and their
 * static files. The data of a page comes from guest calls of the member API, so the pages depend on the contract and on
 * no module.
 */

/** Holds the language last chosen; the site's language picker writes it. */
const localeCookie = 'locale'
const buildDir = join(import.meta.dirname, '../../../.build')

/** Adds the pages to both listeners. Without a build pages answer 503 with a message; the calls still work. */
export async function addPages(
  listeners: Listeners,
  services: Pick<PageServices, 'brands'> & { deps: Pick<PageServices['deps'], 'events'> },
  dir: string = buildDir,
): Promise<void> {
  const build = openBuild(dir)
  const pages = createPageCache(build, (brand, locale, route, body) =>
    callAsGuest(listeners.member, brand, locale, route, body),
  )
  const quick = addQuickPages(listeners.member)
  services.deps.events.listen((event) => {
    if (event.kind !== 'notice' && event.kind !== 'jackpot' && event.kind !== 'maintenance') return
    pages.forget()
    quick.forget()
  })
  addStaticFiles([listeners.member, listeners.office], dir)
  addFairnessFiles(listeners.member, dir)
  addSearchFiles(listeners.member, services.brands, build)
  addMemberPages(listeners.member, services.brands, { pages, quick })
  addShell(listeners.member, '/play/*', build, 'play')
  addShell(listeners.office, '/', build, 'office')
  addShell(listeners.office, '/*', build, 'office')
}

type Ways = { pages: Pages; quick: QuickPages }

function addMemberPages(app: FastifyInstance, brands: Brands, ways: Ways): void {
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply => {
    const [path = '/'] = request.url.split('?', 1)
    const brand = brands.ofHost(normalHost(request.hostname))
    if (brand === null) return refuse(reply, { code: 421 })
    return findPage(request, reply, { ...ways, brand, path, visitor: visitorOf(request) }).catch((error: unknown) =>
      sendBusy(request, reply, { brand, error }),
    )
  }
  // The second would otherwise be a download without a name, below `/fairness/`.
  for (const url of ['/*', '/fairness/']) app.route({ method: ['GET', 'HEAD'], url, handler })
}

/** The kind of visitor according to the cookies; a page contains nothing private. */
function visitorOf(request: FastifyRequest): Visitor {
  const names = cookieNames(request)
  if (request.cookies[names.session] === undefined) return 'guest'
  return request.cookies[names.excluded] === undefined ? 'member' : 'excluded'
}

type PageRequest = Ways & { brand: Brand; path: string; visitor: Visitor }

async function findPage(request: FastifyRequest, reply: FastifyReply, page: PageRequest): Promise<FastifyReply> {
  const { pages, quick, brand, path, visitor } = page
  if (isNoPage(path)) return refuse(reply, { code: path.startsWith('/api/') ? 405 : 404 })
  const plain = withoutEndSlashes(path)
  if (plain !== path) return reply.redirect(plain + queryOf(request.url), 308)
  const route = await pages.route(path, request.cookies[localeCookie])
  if (route === null) return sendNotBuilt(reply)
  if ('redirect' in route) {
    return reply.header('vary', 'Cookie').redirect(route.redirect + queryOf(request.url), 302)
  }
  return sendPage(request, reply, { brand, visitor, quick, found: await pages.find(brand, route, visitor) })
}

/** Calls and files are no pages: they keep the refusals of the API. */
function isNoPage(path: string): boolean {
  return path.startsWith('/api/') || /\.[a-z0-9]+$/i.test(path)
}

/**
 * The one address of a page that was requested with slashes at its end. A path that begins with two slashes, or with a
 * backslash, remains as it is: as a redirect it would name another host.
 */
function withoutEndSlashes(path: string): string {
  if (!/^\/[\w%.~-]/.test(path)) return path
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function queryOf(url: string): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

type FoundPage = { brand: Brand; visitor: Visitor; quick: QuickPages; found: CachedPage }

function sendPage(request: FastifyRequest, reply: FastifyReply, of: FoundPage): FastifyReply {
  const { brand, visitor, quick, found: page } = of
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
    return reply.headers(page.headers.identity).removeHeader('content-type').code(304).send()
  }
  const encoding = acceptedEncoding(request)
  const body = page.bodies[encoding]
  reply.code(page.status).headers(page.headers[encoding])
  const origin = originOf(request, brand)
  if (page.found !== null && origin !== null) reply.header('link', linksOf(page.found, origin))
  if (page.status === 200 && visitor === 'guest') quick.remember(request, reply, body)
  return reply.send(body)
}

/** A page with only a place for its script, and for a game window the first picture: the game window, the office. */
function addShell(app: FastifyInstance, url: string, build: Build, name: 'play' | 'office'): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const [path = '/'] = request.url.split('?', 1)
      if (isNoPage(path)) return refuse(reply, { code: path.startsWith('/api/') ? 405 : 404 })
      const plain = withoutEndSlashes(path)
      if (plain !== path) return reply.redirect(plain + queryOf(request.url), 308)
      const shell = await build.shell(name, plain)
      if (shell === null) return sendNotBuilt(reply)
      return reply.type('text/html; charset=utf-8').send(shell)
    },
  })
}

function sendNotBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '5')
    .type('text/plain; charset=utf-8')
    .send('The pages are not built yet: run `npm run build`.')
}

/** Makes a guest call of the member API in process; returns its body, or throws on an API error. */
async function callAsGuest(
  app: FastifyInstance,
  brand: Brand,
  locale: string,
  route: string,
  body: object,
): Promise<unknown> {
  const host = brand.domains[0] ?? 'localhost'
  const answer = await app.inject({
    method: 'POST',
    url: `/api/routes/${route}`,
    headers: { host, 'content-type': 'application/json', cookie: `${localeCookie}=${locale}` },
    payload: JSON.stringify(body),
  })
  const { statusCode } = answer
  if (statusCode !== 200) {
    const error = new Error(`${route} answered ${statusCode} while a page was rendered.`)
    // The server is busy or its database does not answer, for the page as for the call.
    const retryAfterSeconds = Number(answer.headers['retry-after'])
    throw retryAfterSeconds > 0 ? Object.assign(error, { statusCode, retryAfterSeconds }) : error
  }
  return answer.json()
}
