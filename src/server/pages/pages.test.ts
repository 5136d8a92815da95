import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createEvents } from '#server/live/events.ts'
import type { Brand } from '#server/http/brands.ts'
import { addPages } from './pages.ts'

/** A build like that of `npm run build`, with a small bundle. */
const bundle = `
export const findRoute = (path, chosen) => {
  const [, first = '', ...rest] = path.split('/')
  if (!['ko', 'jp'].includes(first)) return { redirect: '/' + (chosen ?? 'ko') + (path === '/' ? '' : path) }
  const place = '/' + rest.join('/')
  return { locale: first, path: place, exists: ['/', '/help'].includes(place) }
}
export const publicPages = () =>
  ['ko', 'jp'].map((locale) => ({ path: '/' + locale, alternates: [{ language: 'ko', path: '/ko' }, { language: 'ja', path: '/jp' }] }))
export const renderDocument = (page, assets) =>
  '<!doctype html>' + JSON.stringify({ ...page, assets, padding: 'x'.repeat(2000) })
`
const chunks = {
  'src/web/member/main.tsx': {
    file: 'assets/member/main-AAAAAAAA.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['assets/member/main-BBBBBBBB.css'],
  },
  'src/web/member/start.ts': { file: 'assets/member/start-FFFFFFFF.js', isEntry: true },
  '_shared.js': { file: 'assets/member/shared-CCCCCCCC.js' },
  'messages/site-ko.js': { file: 'assets/member/site-ko-DDDDDDDD.js' },
  'messages/home-ko.js': { file: 'assets/member/home-ko-EEEEEEEE.js' },
}

const brand = {
  id: 1,
  code: 'nocturne',
  name: 'NOCTURNE',
  timeZone: 'Asia/Seoul',
  mode: 'play',
  minAge: 19,
  approvalMinutes: 30,
  domains: ['localhost'],
}

let dir: string
let member: FastifyInstance
let office: FastifyInstance
let events: ReturnType<typeof createEvents>
/** The answers of the guest calls, and how often they were made. */
let answers: Record<string, unknown>
let callCount: number

async function writeBuild(): Promise<void> {
  for (const folder of ['pages/assets/member', 'render', 'art', 'fairness'])
    await mkdir(join(dir, folder), { recursive: true })
  await writeFile(join(dir, 'pages/member.json'), JSON.stringify(chunks))
  await writeFile(
    join(dir, 'pages/play.json'),
    JSON.stringify({ a: { file: 'assets/play/main-EEEEEEEE.js', isEntry: true } }),
  )
  await writeFile(join(dir, 'pages/assets/member/main-AAAAAAAA.js'), 'export {}')
  await writeFile(join(dir, 'pages/assets/member/main-AAAAAAAA.js.br'), 'compressed')
  await writeFile(join(dir, 'pages/assets/member/main-BBBBBBBB.css'), '.first{color:gold}')
  await writeFile(join(dir, 'fairness/files.json'), '[]')
  await writeFile(join(dir, 'fairness/verifier.html'), '<script>1</script>')
  await writeFile(join(dir, 'fairness/tiger-1.json'), '{}')
  await writeFile(join(dir, 'render/render.js'), bundle)
  await writeFile(join(dir, 'member.hash'), `m${Date.now()}`)
  await writeFile(join(dir, 'render.hash'), 'r')
}

async function start(): Promise<void> {
  member = fastify()
  office = fastify()
  for (const listener of [member, office]) await listener.register(cookie)
  member.post('/api/routes/:name', async (request, reply) => {
    callCount += 1
    const { name } = request.params as { name: string }
    if (answers[name] === undefined) return reply.code(503).header('retry-after', '2').send({})
    return answers[name]
  })
  const brands = { ofHost: (host: string) => (host === 'localhost' ? (brand as unknown as Brand) : null) }
  await addPages({ member, office }, { brands: brands as never, deps: { events } }, dir)
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pages-'))
  events = createEvents()
  callCount = 0
  answers = {
    'get-banners': { status: 'success', banners: [] },
    'get-user-notices': { status: 'success', notices: [], maxCount: 0 },
    'get-notice-popup': { status: 'success', note: [] },
    'get-casino-setting': { status: 'success', casiono: [] },
    'get-sport-setting': { status: 'success', sport: [] },
    'get-slot-setting': {
      status: 'success',
      slot: [
        { code: 'baize', used: 'y', imgUrl: '', name: 'Baize' },
        { code: 'shut', used: 'n', imgUrl: '', name: 'Shut' },
      ],
    },
    'get-slot-by-company': { status: 'success', games: [{ code: 'some-game' }] },
    'get-jackpots': { status: 'success', jackpots: [] },
    'get-maintenance': { status: 'success', maintenance: null },
    'get-listed-replays': { status: 'success', replays: [] },
  }
  await writeBuild()
  await start()
})

afterEach(async () => {
  await Promise.all([member.close(), office.close()])
  await rm(dir, { recursive: true, force: true })
})

function get(url: string, headers: Record<string, string> = {}) {
  return member.inject({ method: 'GET', url, headers: { host: 'localhost', ...headers } })
}

function pageOf(body: string): Record<string, unknown> {
  return JSON.parse(body.replace('<!doctype html>', '')) as Record<string, unknown>
}

describe('a path without a language', () => {
  it('redirects to the language last chosen, keeping the query', async () => {
    const first = await get('/help?a=1&b=2')
    expect([first.statusCode, first.headers.location]).toEqual([302, '/ko/help?a=1&b=2'])
    const chosen = await get('/', { cookie: 'locale=jp' })
    expect([chosen.statusCode, chosen.headers.location, chosen.headers.vary]).toEqual([302, '/jp', 'Cookie'])
  })

  it('is no page when it names a call or a file', async () => {
    expect((await get('/api/routes/get-banners')).statusCode).toBe(405)
    expect((await get('/favicon.ico')).statusCode).toBe(404)
    expect((await get('/ko/wp-login.php')).statusCode).toBe(404)
  })
})

describe('a path with slashes at its end', () => {
  it.each([
    ['/fairness/?round=1&x=/', '/fairness?round=1&x=/'],
    ['/ko/help//', '/ko/help'],
    ['/jp/', '/jp'],
    ['/play/some-game/?s=1', '/play/some-game?s=1'],
  ])('redirects %s for good to %s', async (url, target) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([308, target])
  })

  it('redirects the office too', async () => {
    const answer = await office.inject({ url: '/queue/?tab=1', headers: { host: 'localhost' } })
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/queue?tab=1'])
  })

  it.each(['//elsewhere/', '///elsewhere/', '/\\elsewhere/', '/%2f/elsewhere/', '//elsewhere.example/x/'])(
    'never redirects %s to another host',
    async (url) => {
      const answer = await get(url)
      const target = new URL(String(answer.headers.location ?? '/'), 'http://localhost')
      expect([answer.statusCode, target.host]).toEqual([expect.toBeOneOf([302, 308, 400, 404]), 'localhost'])
    },
  )
})

describe('a page', () => {
  it('shows the answers of the guest calls, in its language, with its assets', async () => {
    const answer = await get('/ko')
    expect(answer.statusCode).toBe(200)
    const page = pageOf(answer.body)
    expect(page).toMatchObject({ locale: 'ko', path: '/', maybeSignedIn: false })
    expect(page['site']).toMatchObject({
      brand: { name: 'NOCTURNE', domain: 'localhost', approvalMinutes: 30 },
      games: [{ code: 'some-game' }],
    })
    expect(page['assets']).toMatchObject({
      start: '/assets/member/start-FFFFFFFF.js',
      script: '/assets/member/main-AAAAAAAA.js',
      sheet: '.first{color:gold}',
      sheets: ['/assets/member/main-BBBBBBBB.css'],
      modules: ['/assets/member/shared-CCCCCCCC.js'],
      messages: { site: '/assets/member/site-ko-DDDDDDDD.js', home: '/assets/member/home-ko-EEEEEEEE.js' },
    })
  })

  it('names the pictures of its language: the letterings of the machines, and what all languages share', async () => {
    const art = {
      'brand/logo': '/art/brand-logo.webp',
      'tile/tiger': '/art/tile-tiger.webp',
      'lettering/tiger-ko': '/art/lettering-tiger-ko.webp',
      'lettering/tiger-jp': '/art/lettering-tiger-jp.webp',
    }
    await writeFile(join(dir, 'art/manifest.json'), JSON.stringify(art))
    await Promise.all([member.close(), office.close()])
    await start()
    const artOf = async (path: string) => pageOf((await get(path)).body)['art']
    expect(await artOf('/ko')).toEqual({
      'brand/logo': art['brand/logo'],
      'lettering/tiger-ko': art['lettering/tiger-ko'],
    })
    expect(await artOf('/jp')).toEqual({
      'brand/logo': art['brand/logo'],
      'lettering/tiger-jp': art['lettering/tiger-jp'],
    })
  })

  it('allows its own style sheet only', async () => {
    const hash = createHash('sha256').update('.first{color:gold}').digest('base64')
    const policy = String((await get('/ko')).headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`)
    expect(policy).toContain("script-src 'self';")
  })

  it('has canonical and alternate links, and none on members’ pages', async () => {
    const links = String((await get('/ko', { host: 'localhost:3000' })).headers.link)
    expect(links).toContain('<http://localhost:3000/ko>; rel="canonical"')
    expect(links).toContain('<http://localhost:3000/jp>; rel="alternate"; hreflang="ja"')
    expect((await get('/ko/help')).headers.link).toBeUndefined()
    expect((await get('/ko/nowhere')).headers.link).toBeUndefined()
    expect((await get('/ko', { host: 'localhost:3000>; rel="x"' })).headers.link).toBeUndefined()
  })

  it('is compressed as requested, with the same content', async () => {
    const plain = await get('/ko')
    const br = await get('/ko', { 'accept-encoding': 'gzip, deflate, br' })
    const gz = await get('/ko', { 'accept-encoding': 'gzip' })
    expect([plain, br, gz].map((answer) => answer.headers['content-encoding'])).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(plain.body)
  })

  it('is answered with 304 to a browser that has it', async () => {
    const first = await get('/ko')
    const again = await get('/ko', { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(first.headers['cache-control']).toBe('private, no-cache')
  })

  it('differs for requests with a session cookie, and contains nothing private', async () => {
    const guest = await get('/ko')
    const signedIn = await get('/ko', { cookie: 'session=a-secret-of-theirs-0123456789' })
    expect(pageOf(signedIn.body)['maybeSignedIn']).toBe(true)
    expect(signedIn.body).not.toContain('a-secret-of-theirs')
    expect(signedIn.headers.etag).not.toBe(guest.headers.etag)
  })

  it('shows no promotion to excluded members; the mark alone, without a session, changes nothing', async () => {
    answers['get-banners'] = { status: 'success', banners: [{ id: 'b', texts: {} }] }
    answers['get-notice-popup'] = { status: 'success', note: [{ id: 'p' }] }
    const siteOf = async (cookie: string) => pageOf((await get('/ko', { cookie })).body)['site']
    expect(await siteOf('session=a-secret-of-theirs-0123456789')).toMatchObject({ banners: [{ id: 'b' }] })
    expect(await siteOf('away=1')).toMatchObject({ banners: [{ id: 'b' }], popups: [{ id: 'p' }] })
    const excluded = await siteOf('session=a-secret-of-theirs-0123456789; away=1')
    expect(excluded).toMatchObject({ banners: [], popups: [] })
  })

  it('has the texts of banners in its own language only, or in Korean', async () => {
    const [ko, en] = ['ko', 'en'].map((title) => ({ title, text: '', action: '' }))
    const banners = [{ texts: { ko, en } }, { texts: { en, ko } }, { texts: { en } }]
    answers['get-banners'] = { status: 'success', banners }
    for (const path of ['/ko', '/jp']) {
      const { site } = pageOf((await get(path)).body) as { site: { banners: { texts: object }[] } }
      expect(site.banners.map(({ texts }) => texts)).toEqual([{ ko }, { ko }, {}])
    }
  })

  it('is the one 404 page of its language when the path is unknown', async () => {
    const [one, other] = await Promise.all([get('/jp/nowhere'), get('/jp/elsewhere/deep')])
    expect([one.statusCode, other.statusCode]).toEqual([404, 404])
    expect(one.body).toBe(other.body)
    expect(pageOf(one.body)['locale']).toBe('jp')
  })

  it('is cached: a second visit makes no calls', async () => {
    await get('/ko')
    const once = callCount
    await Promise.all([get('/ko'), get('/ko/help'), get('/ko')])
    expect(callCount).toBe(once)
  })

  it('is rendered again after an announced change', async () => {
    const before = await get('/ko')
    answers['get-user-notices'] = { status: 'success', notices: [{ id: 'n', title: '새 소식' }], maxCount: 1 }
    events.publish({ kind: 'notice', brandId: null })
    const after = await get('/ko')
    expect(after.body).toContain('새 소식')
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('stays available while the calls fail', async () => {
    const before = await get('/ko')
    answers = {}
    events.publish({ kind: 'maintenance', brandId: null })
    const during = await get('/ko')
    expect([during.statusCode, during.body]).toEqual([200, before.body])
  })

  it('is refused for the host of no brand', async () => {
    expect((await get('/ko', { host: 'elsewhere.example' })).statusCode).toBe(421)
  })
})

describe('the files for search engines and home screens', () => {
  it('list only pages that guests may read, by absolute addresses', async () => {
    const robots = await get('/robots.txt', { host: 'localhost:3000' })
    expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
    expect(robots.body).toContain('Disallow: /api/')
    const map = await get('/sitemap.xml', { host: 'localhost:3000' })
    expect(map.headers['content-type']).toContain('application/xml')
    expect([...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual([
      'http://localhost:3000/ko',
      'http://localhost:3000/jp',
    ])
  })

  it('belong to the brand', async () => {
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.json()).toMatchObject({ name: 'NOCTURNE', start_url: '/' })
    expect((await get('/robots.txt', { host: 'elsewhere.example' })).statusCode).toBe(404)
  })
})

describe('the icon that programs request by its old name', () => {
  it('is the brand’s icon', async () => {
    expect((await get('/favicon.ico')).statusCode).toBe(404)
    await writeFile(
      join(dir, 'art/manifest.json'),
      JSON.stringify({ 'brand/favicon': '/art/brand-favicon.AAAAAAAA.svg' }),
    )
    await Promise.all([member.close(), office.close()])
    await start()
    const answer = await get('/favicon.ico')
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/art/brand-favicon.AAAAAAAA.svg'])
    expect((await get('/favicon.ico', { host: 'elsewhere.example' })).statusCode).toBe(404)
  })
})

it('sends no guest the page of an excluded member, however its cookie is written', async () => {
  answers['get-banners'] = { status: 'success', banners: [{ id: 'promotion', texts: {} }] }
  await member.listen({ host: '127.0.0.1', port: 0 })
  const { port } = member.server.address() as AddressInfo
  const page = (headers: Record<string, string> = {}) =>
    fetch(`http://localhost:${port}/ko`, { headers }).then((sent) => sent.text())
  for (const cookie of ['session =x; away=1', 'away=1;\tsession=x']) {
    expect(await page({ cookie })).not.toContain('promotion')
    expect(await page()).toContain('promotion')
  }
})

describe('shells and static files', () => {
  it('contain only a place for the script', async () => {
    const answer = await get('/play/some-game?s=1')
    expect(answer.body).toContain('<script type="module" src="/assets/play/main-EEEEEEEE.js"></script>')
    expect(answer.body).not.toMatch(/<script(?![^>]*src=)/)
  })

  it('show the place behind the reels of a machine before its window is loaded', async () => {
    const shown = async (path: string) => (await get(path)).body.replace(/^.*<body>/, '')
    const bare = '<div id="root"></div></body></html>'
    const manifest = { 'scene/tiger': '/art/tiger.webp', 'scene/tiger-portrait': '/art/tall.webp', 'scene/bare': {} }
    await writeFile(join(dir, 'art/manifest.json'), JSON.stringify(manifest))
    const picture = await shown('/play/tiger?s=1&l=vn')
    expect(picture).toContain('<source media="(orientation: portrait)" srcset="/art/tall.webp">')
    expect(picture).toContain('<img src="/art/tiger.webp" alt="" fetchpriority="high">')
    for (const path of ['/play/closed?why=launch', '/play/bare', '/play/lion', '/play/constructor'])
      expect(await shown(path)).toBe(bare)
  })

  it('are made of files that are read once for many requests, and again soon after a build', async () => {
    const manifest = (file: string) => JSON.stringify({ 'src/web/play/main.tsx': { file, isEntry: true } })
    const script = async () => /src="\/(assets\/[^"]+)"/.exec((await get('/play/any-game')).body)?.[1]
    const first = (await script()) ?? ''
    await writeFile(join(dir, 'pages/play.json'), manifest('assets/play/main-GGGGGGGG.js'))
    expect(await script()).toBe(first)
    await expect.poll(script).toBe('assets/play/main-GGGGGGGG.js')
    await writeFile(join(dir, 'pages/play.json'), manifest(first))
    await expect.poll(script).toBe(first)
  })

  it('answer 503 where a call does that they are rendered with', async () => {
    delete answers['get-user-notices']
    const answer = await get('/jp/help')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toMatch(/<html lang="ja">[^]*http-equiv="refresh" content="5"[^]*<a href="">再試行<\/a>/)
  })

  it('answer 503 when they are not built', async () => {
    const answer = await office.inject({ method: 'GET', url: '/queue', headers: { host: 'localhost' } })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
  })

  it('are cached for a year, and sent precompressed where available', async () => {
    const answer = await get('/assets/member/main-AAAAAAAA.js', { 'accept-encoding': 'br' })
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'compressed'])
    expect((await get('/assets/../member.json')).statusCode).toBe(404)
  })

  it('below /fairness/ are downloads for everyone, the verifier among them; their list is read by the page', async () => {
    const verifier = await get('/fairness/verifier.html')
    expect(verifier.body).toBe('<script>1</script>')
    expect(verifier.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="verifier.html"',
      'cache-control': 'no-cache',
    })
    const data = await get('/fairness/tiger-1.json')
    expect(data.headers).toMatchObject({ 'content-disposition': 'attachment; filename="tiger-1.json"' })
    const list = await get('/fairness/files.json')
    expect([list.body, list.headers['content-disposition']]).toEqual(['[]', undefined])
    for (const url of [
      '/fairness/none.json',
      '/fairness/..%2fmember.hash',
      '/fairness/a.exe',
      '/fairness/x%2f..%2ffiles.json',
    ]) {
      expect((await get(url)).statusCode).toBe(404)
    }
    expect((await office.inject({ url: '/fairness/files.json', headers: { host: 'localhost' } })).statusCode).toBe(404)
  })

  it.each(['/assets/', '/assets/member/', '/assets/member', '/art/'])('are not listed at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })
})
