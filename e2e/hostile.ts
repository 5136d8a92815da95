import type { Program } from './program.ts'

const limitMs = 5_000

/** Malformed requests to every listener. None may get a 5xx, hang, or reveal internals. */
export async function hostileCalls(program: Program): Promise<void> {
  const bodies = [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"id":1}',
    '{"id":{"$gt":""},"pw":[]}',
    '{"__proto__":{"admin":true}}',
    `{"id":"${'a'.repeat(70_000)}"}`,
    '['.repeat(20_000),
    '{"a":'.repeat(5_000),
    '\u0000\u0001',
    '{"id":"\\ud800"}',
  ]
  const paths = [
    '/api/routes/user-do-login',
    '/api/routes/user-register',
    '/api/routes/open-game',
    '/api/routes/apply-user-deposit',
    '/api/routes/nothing',
    '/api/play/spin',
    '/api/office/sign-in',
    '/api/office/get-requests',
    '/play/launch/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/art/..%2f..%2fmanifest.json',
    '/%00',
    '/ko/%ff',
  ]
  for (const origin of [program.site, program.office]) {
    for (const path of paths) {
      for (const [index, body] of bodies.entries()) {
        const type = index % 5 === 4 ? 'text/plain' : 'application/json'
        await expectHarmless(origin + path, { method: 'POST', headers: { 'content-type': type }, body })
      }
      await expectHarmless(origin + path, { method: 'GET' })
      await expectHarmless(origin + path, { method: 'DELETE' })
    }
  }
}

async function expectHarmless(url: string, request: RequestInit): Promise<void> {
  const answer = await fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`${request.method} ${url} answered ${answer.status}: ${text.slice(0, 200)}`)
  if (/\bat \w+ \(|node_modules|SELECT |syntax error at/.test(text) && !text.startsWith('<!')) {
    throw new Error(`${request.method} ${url} reveals internals: ${text.slice(0, 200)}`)
  }
}
