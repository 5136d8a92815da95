import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { callProvider, isCallableBase, signatureOf } from './client.ts'
import { scaledMs } from '#test/machine.ts'

test.each(['https://wallet.example', 'https://wallet.example:8443/v1', 'http://127.0.0.1:4150', 'http://localhost/x/'])(
  'may be called: %s',
  (base) => expect(isCallableBase(base)).toBe(true),
)

test.each([
  'http://wallet.example',
  'http://10.0.0.1',
  'ftp://wallet.example',
  'file:///etc/passwd',
  'https://user@wallet.example',
  'https://user:pass@wallet.example',
  'https://wallet.example?to=elsewhere',
  'https://wallet.example/#x',
  'https://wallet.example//other.example',
  'wallet.example',
  '',
])('may not be called: %s', (base) => expect(isCallableBase(base)).toBe(false))

test('a signature covers method, path, time and body', () => {
  const key = Buffer.alloc(32, 1)
  const parts = { method: 'POST', path: '/v1/credit', timestamp: '1763676000', body: '{"a":1}' }
  // Computed independently: printf 'POST\n/v1/credit\n1763676000\n{"a":1}' | openssl dgst -sha256 -mac HMAC -macopt
  // hexkey:01…
  expect(signatureOf(key, parts)).toBe('c501f3f6e6ab8bd68a30e284563498c3dbdb687837f5a95cfa04b98f2af14031')
  const others = [{ method: 'PUT' }, { path: '/v1/debit' }, { timestamp: '1763676001' }, { body: '{"a":2}' }].map(
    (change) => signatureOf(key, { ...parts, ...change }),
  )
  expect(new Set([...others, signatureOf(Buffer.alloc(32, 2), parts), signatureOf(key, parts)]).size).toBe(6)
})

test(
  'stops waiting for a slow answer in time, and reads an endless one only up to the bound',
  { timeout: scaledMs(10_000) },
  async () => {
    let sent = 0
    const server = createServer((request, response) => {
      response.writeHead(200)
      const isEndless = request.url?.startsWith('/endless') ?? false
      const timer = setInterval(
        () => {
          const part = isEndless ? 'x'.repeat(8_192) : ' '
          sent += part.length
          response.write(part)
        },
        isEndless ? 1 : 50,
      )
      response.on('close', () => clearInterval(timer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const callPath = (path: string) =>
      callProvider(
        {
          id: 100,
          code: 'x',
          baseUrl: `http://127.0.0.1:${port}${path}`,
          key: Buffer.alloc(32),
          timeoutMs: 400,
          mostBalance: 0n,
        },
        { call: 'status', transferId: 'a', member: 'b' },
        'KRW',
        0,
      )
    const startedMs = performance.now()
    expect(await callPath('/slow')).toMatchObject({ kind: 'unknown' })
    expect(performance.now() - startedMs).toBeLessThan(scaledMs(3_000))
    sent = 0
    expect(await callPath('/endless')).toEqual({ kind: 'unknown', why: 'the answer is too long' })
    expect(sent).toBeLessThan(2_000_000)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
)

test('calls to a host whose name gets no answer share one look-up, send nothing and end in time', async () => {
  const asked: string[] = []
  const silence = Promise.withResolvers<never>()
  // Both forms: a look-up takes one of a few threads, also of the other providers and of the database.
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string) => void asked.push(name)) as never)
  vi.spyOn(dns.promises, 'lookup').mockImplementation(((name: string) => {
    asked.push(name)
    return silence.promise
  }) as never)
  const provider = { id: 100, code: 'x', key: Buffer.alloc(32), timeoutMs: 200, mostBalance: 0n }
  const call = (host: string) =>
    callProvider(
      { ...provider, baseUrl: `https://${host}` },
      { call: 'credit', transferId: 'a', member: 'b', amount: 10_000n },
      'KRW',
      0,
    )
  const results = await Promise.all(Array.from({ length: 20 }, () => call('wallet.silent.example')))
  results.push(await call('wallet.silent.example'))
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['unsent']))
  expect(asked).toEqual(['wallet.silent.example'])
  expect((await call('other.silent.example')).kind).toBe('unsent')
  expect(asked).toEqual(['wallet.silent.example', 'other.silent.example'])
  // A look-up that has failed is made again by the next call.
  silence.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }))
  await silence.promise.catch(() => {})
  expect((await call('wallet.silent.example')).kind).toBe('unsent')
  expect(asked).toHaveLength(3)
})
