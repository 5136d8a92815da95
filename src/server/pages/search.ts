import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand, Brands } from '#server/http/brands.ts'
import { normalHost } from '#server/http/listener.ts'
import type { Build, PublicPage } from './build.ts'
import { refuse } from '#server/http/refusal.ts'

/**
 * The files for search engines and home screens. Absolute addresses use the brand's own domain under which it was
 * called, never text of the request: caches keep these files.
 */

/**
 * The public origin of a brand, such as `https://brand.example`: that of its domain in `Host`; on this machine the
 * request's own. Null for an invalid host.
 */
export function originOf(request: FastifyRequest, brand: Pick<Brand, 'domains'>): string | null {
  const host = normalHost(request.hostname)
  if (brand.domains.includes(host) && !/(?:^|\.)localhost$/.test(host)) return `https://${host}`
  return URL.parse(`${request.protocol}://${request.host}`)?.origin ?? null
}

/** The `Link` header of a page: its own address and the same page in the other languages. */
export function linksOf(page: PublicPage, origin: string): string {
  const alternates = page.alternates.map(
    ({ language, path }) => `<${origin}${path}>; rel="alternate"; hreflang="${language}"`,
  )
  return [`<${origin}${page.path}>; rel="canonical"`, ...alternates].join(', ')
}

/**
 * Adds `/robots.txt`, `/sitemap.xml` and `/manifest.webmanifest`, and `/favicon.ico` for programs that do not read the
 * page's own icon.
 */
export function addSearchFiles(app: FastifyInstance, brands: Brands, build: Build): void {
  const files: Readonly<Record<string, { type: string; write: Writer }>> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', write: robots },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', write: sitemap },
    '/manifest.webmanifest': { type: 'application/manifest+json; charset=utf-8', write: manifest },
  }
  for (const [url, { type, write }] of Object.entries(files)) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply): Promise<FastifyReply> => {
        const brand = brands.ofHost(normalHost(request.hostname))
        const origin = brand === null ? null : originOf(request, brand)
        const member = await build.member()
        if (brand === null || origin === null || member === null) return refuse(reply, { code: 404 })
        const text = write({ brand, origin, pages: [...member.publicPages.values()], art: member.art })
        return reply.type(type).header('cache-control', 'public, max-age=3600').send(text)
      },
    })
  }
  app.route({
    method: ['GET', 'HEAD'],
    url: '/favicon.ico',
    handler: async (request, reply): Promise<FastifyReply> => {
      const icon = (await build.member())?.art['brand/favicon']
      if (icon === undefined || brands.ofHost(normalHost(request.hostname)) === null)
        return refuse(reply, { code: 404 })
      return reply.header('cache-control', 'public, max-age=3600').redirect(icon, 302)
    },
  })
}

type Writer = (of: {
  brand: Brand
  origin: string
  pages: readonly PublicPage[]
  art: Readonly<Record<string, string>>
}) => string

const robots: Writer = ({ origin }) =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /play/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

const sitemap: Writer = ({ origin, pages }) => {
  const entries = pages.map(({ path, alternates }) => {
    const others = alternates.map(
      (one) => `<xhtml:link rel="alternate" hreflang="${one.language}" href="${origin}${one.path}"/>`,
    )
    return `<url><loc>${origin}${path}</loc>${others.join('')}</url>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
  ].join('\n')
}

const manifest: Writer = ({ brand, art }) => {
  const [vector, touch] = [art['brand/favicon'], art['brand/apple-touch']]
  return JSON.stringify({
    name: brand.name,
    short_name: brand.name,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#07080d',
    theme_color: '#07080d',
    icons: [
      ...(vector === undefined ? [] : [{ src: vector, sizes: 'any', type: 'image/svg+xml' }]),
      ...(touch === undefined ? [] : [{ src: touch, sizes: '180x180', type: 'image/png' }]),
    ],
  })
}
