import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastify, type FastifyInstance } from 'fastify'
import { scaledMs } from '#test/machine.ts'
import { addFairnessFiles, addStaticFiles } from './static-files.ts'

/** Files of the build, sent from memory. */

let dir: string
let app: FastifyInstance

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'files-'))
  for (const folder of ['fairness', 'art', 'pages/assets']) await mkdir(join(dir, folder), { recursive: true })
  app = fastify({ trustProxy: true })
})
afterEach(async () => {
  await app.close()
  await rm(dir, { recursive: true })
})

describe('a published file', () => {
  const page = '<script>1</script>'.repeat(1_000)
  const get = (headers: Record<string, string> = {}) => app.inject({ url: '/fairness/verifier.html', headers })

  beforeEach(async () => {
    await writeFile(join(dir, 'fairness/verifier.html'), page)
    addFairnessFiles(app, dir)
  })

  it('is sent compressed to a reader that accepts it', async () => {
    const plain = await get()
    expect([plain.body, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      page,
      undefined,
      'Accept-Encoding',
    ])
    for (const [encoding, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await get({ 'accept-encoding': encoding })
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag })
      expect(read(packed.rawPayload).toString()).toBe(page)
      expect(packed.rawPayload.length).toBeLessThan(page.length / 10)
    }
  })

  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.000, BR;q=0.1', 'br'],
    ['br; q=0,gzip; q=0', undefined],
    ['abrax, x-gzip', undefined],
    ['deflate, gzip;q=1.0, *;q=0.5', 'gzip'],
  ])('to a reader that sends %j is sent as %s', async (accepted, encoding) => {
    expect((await get({ 'accept-encoding': accepted })).headers['content-encoding']).toBe(encoding)
  })

  it('is never kept by browsers without a question, whatever its name', async () => {
    const url = '/fairness/machine-of-a-long-name-1.json'
    await writeFile(join(dir, url), '{}')
    expect((await app.inject({ url })).headers['cache-control']).toBe('no-cache')
    await writeFile(join(dir, url), '{"a":1}')
    await utimes(join(dir, url), 1, 2)
    expect((await app.inject({ url })).body).toBe('{"a":1}')
  })

  it('is not sent again to a browser that has it', async () => {
    const etag = String((await get()).headers.etag)
    const again = await get({ 'if-none-match': etag })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is read again after it was written, and not found after it was removed', async () => {
    const before = await get()
    await writeFile(join(dir, 'fairness/verifier.html'), 'new')
    await utimes(join(dir, 'fairness/verifier.html'), 1, 2)
    const after = await get()
    expect(after.body).toBe('new')
    expect(after.headers.etag).not.toBe(before.headers.etag)
    await rm(join(dir, 'fairness/verifier.html'))
    expect((await get()).statusCode).toBe(404)
  })

  it('is kept in memory once for all its readers', async () => {
    const sent: unknown[] = []
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
    await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(sent).size).toBe(1)
  })
})

describe('a file of the build', () => {
  const open: Socket[] = []
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy()
  })

  async function listen(): Promise<number> {
    addStaticFiles([app], dir)
    app.get('/ko', async () => 'the home page')
    await app.listen({ host: '127.0.0.1', port: 0 })
    return (app.server.address() as AddressInfo).port
  }

  /** Requests the large file, and reads only its beginning. */
  async function readBeginning(port: number, address: string): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    socket.write(`GET /art/large.0a1b2c3d4e.webp HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    socket.pause()
  }

  it('is sent within a second beside slow readers of the same network', { timeout: scaledMs(30_000) }, async () => {
    // More than the system keeps for a reader.
    await writeFile(join(dir, 'art/large.0a1b2c3d4e.webp'), Buffer.alloc(8 * 1024 * 1024))
    await writeFile(join(dir, 'art/tile.0a1b2c3d4e.webp'), 'tile')
    const port = await listen()
    for (const host of [1, 2, 3, 4]) {
      await Promise.all(Array.from({ length: 64 }, () => readBeginning(port, `198.51.100.${host}`)))
    }
    const begunMs = performance.now()
    for (const url of ['/ko', '/art/tile.0a1b2c3d4e.webp']) {
      const headers = { 'x-forwarded-for': '198.51.100.5' }
      expect((await fetch(`http://127.0.0.1:${port}${url}`, { headers })).status).toBe(200)
    }
    expect(performance.now() - begunMs).toBeLessThan(scaledMs(1_000))
  })

  it('is kept in memory once for all its readers, compressed as the build did it', async () => {
    await writeFile(join(dir, 'pages/assets/main-AAAAAAAA.js'), 'script')
    await writeFile(join(dir, 'pages/assets/main-AAAAAAAA.js.br'), 'packed')
    addStaticFiles([app], dir)
    const sent: unknown[] = []
    app.addHook('onSend', async (_request, _reply, payload) => void sent.push(payload))
    const get = (headers = {}) => app.inject({ url: '/assets/main-AAAAAAAA.js', headers })
    for (let count = 0; count < 5; count += 1) await get()
    expect(new Set(sent).size).toBe(1)
    const packed = await get({ 'accept-encoding': 'gzip, br' })
    expect([packed.body, packed.headers]).toEqual([
      'packed',
      expect.objectContaining({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'Accept-Encoding',
      }),
    ])
    const plain = await get({ 'accept-encoding': 'gzip' })
    expect([plain.body, plain.headers['content-encoding']]).toEqual(['script', undefined])
    expect((await get({ 'if-none-match': plain.headers.etag })).statusCode).toBe(304)
  })

  it('whose name has no hash is read again after it was written', async () => {
    await writeFile(join(dir, 'art/manifest.json'), '{}')
    addStaticFiles([app], dir)
    const get = () => app.inject({ url: '/art/manifest.json' })
    expect([(await get()).body, (await get()).headers['cache-control']]).toEqual(['{}', 'no-cache'])
    await writeFile(join(dir, 'art/manifest.json'), '{"a":1}')
    await utimes(join(dir, 'art/manifest.json'), 1, 2)
    expect((await get()).body).toBe('{"a":1}')
  })

  it('is found once it exists, and nothing outside of the folders', async () => {
    addStaticFiles([app], dir)
    await writeFile(join(dir, 'secret.json'), '{}')
    const status = async (url: string) => (await app.inject({ url })).statusCode
    expect(await status('/art/late.0a1b2c3d4e.webp')).toBe(404)
    await writeFile(join(dir, 'art/late.0a1b2c3d4e.webp'), 'late')
    expect(await status('/art/late.0a1b2c3d4e.webp')).toBe(200)
    for (const url of [
      '/art/..%2fsecret.json',
      '/art/%2e%2e/secret.json',
      '/art/x%00.json',
      '/art/.json',
      '/art/x.constructor',
      '/art',
      '/art/fonts/',
    ]) {
      expect([url, await status(url)]).toEqual([url, 404])
    }
  })
})
