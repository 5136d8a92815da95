import { expect, test } from 'vitest'
import { makeMember, makeOperator } from '#server/seed/builders.ts'
import { createTestApp } from '#test/test-app.ts'
import { appHandlers } from '#server/handlers.ts'
import { addressOf, networkOf, readAddress } from './address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['unknown', null],
  ['', null],
  ['203.0.113', null],
  [`'; DROP TABLE member; --`, null],
])('%s is the address %s', (text, address) => {
  expect(readAddress(text)).toBe(address)
})

test('a caller who left before their call was read has no address', () => {
  expect(addressOf({ ip: undefined, socket: {} })).toBe('0.0.0.0')
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:0:1::7', '2001:db8:0::/48'],
  ['2001:0db8:0000:2:3:4:5:6', '2001:db8:0::/48'],
  ['2001:DB8:1::', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1', 'fe80:0:0::/48'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('members and operators can sign in whatever address a proxy forwards', async () => {
  const app = await createTestApp({ handlers: appHandlers, env: { TRUST_PROXY: '1' } })
  try {
    const operator = await makeOperator(app.deps)
    for (const forwarded of ['203.0.113.7:4711', 'unknown', 'fe80::1%eth0', 'a'.repeat(300), '']) {
      const headers = { 'x-forwarded-for': forwarded }
      const member = await makeMember(app.deps, app.brand)
      const asMember = { id: member.loginId, pw: member.password }
      const asOperator = { login: operator.login, pw: operator.password }
      expect((await app.member('user-do-login', { body: asMember, headers })).body.status).toBe('success')
      expect((await app.office('sign-in', { body: asOperator, headers })).body.status).toBe('success')
    }
    const { rows } = await app.ownerPool.query(`SELECT DISTINCT host(ip) AS ip FROM member_session ORDER BY 1`)
    expect(rows.map((row) => row.ip)).toEqual(['127.0.0.1', '203.0.113.7', 'fe80::1'])
    expect(app.errors).toEqual([])
  } finally {
    await app.close()
  }
})
