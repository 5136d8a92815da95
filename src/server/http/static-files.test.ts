import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastify, type FastifyInstance } from 'fastify'
import { scaledMs } from '#test/machine.ts'
import { callerBounds } from './caller-turns.ts'
import { addFairnessFiles, addStaticFiles, type fileBounds } from './static-files.ts'

/** Files of the build: those below `/fairness/` from memory, the others in turns of the address that requests them. */

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

describe('a static file', () => {
  const open: Socket[] = []
  const large = 24 * 1024 * 1024
  afterEach(() => {
    for (const socket of open.splice(0)) socket.destroy()
  })

  async function listen(bounds: typeof fileBounds): Promise<number> {
    await writeFile(join(dir, 'art/large.bin'), Buffer.alloc(large))
    await writeFile(join(dir, 'art/small.txt'), 'small')
    await addStaticFiles(app, dir, bounds)
    await app.listen({ host: '127.0.0.1', port: 0 })
    return (app.server.address() as AddressInfo).port
  }

  /** Requests the large file, and reads only its beginning. */
  async function readBeginning(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    open.push(socket)
    socket.write('GET /art/large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await new Promise((resolve) => socket.once('data', resolve))
    return socket.pause()
  }

  const small = (port: number, address = '127.0.0.1') =>
    fetch(`http://127.0.0.1:${port}/art/small.txt`, { headers: { 'x-forwarded-for': address } }).then((sent) =>
      sent.text(),
    )

  it('waits while its address is sent as many as one may be', { timeout: scaledMs(20_000) }, async () => {
    const port = await listen({ ...callerBounds, address: { working: 2, inFlight: 8 } })
    const [first] = await Promise.all([readBeginning(port), readBeginning(port)])
    let isSent = false
    const waiting = small(port).then((text) => {
      isSent = true
      return text
    })
    expect(await small(port, '198.51.100.7')).toBe('small')
    expect(isSent).toBe(false)
    first?.destroy()
    expect(await waiting).toBe('small')
  })

  it('is refused to an address with too many requests, not to another', async () => {
    const port = await listen({ ...callerBounds, address: { working: 1, inFlight: 1 } })
    await readBeginning(port)
    const refused = await fetch(`http://127.0.0.1:${port}/art/small.txt`)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await small(port, '198.51.100.7')).toBe('small')
  })
})
