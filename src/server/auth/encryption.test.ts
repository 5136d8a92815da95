import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal } from './encryption.ts'

const oldKey = randomBytes(32)
const secret = (keyId: string, ...others: [string, Buffer][]) => ({
  secret: { keyId, keys: new Map([[keyId, randomBytes(32)], ...others]) },
})

test('decrypts what it encrypted, and two encryptions of a value differ', () => {
  const seal = createSeal(secret('k1'))
  const one = seal.sealText('010-1234-5678')
  const other = seal.sealText('010-1234-5678')
  expect(seal.openText(one.keyId, one.sealed)).toBe('010-1234-5678')
  expect(one.sealed.equals(other.sealed)).toBe(false)
  expect(one.sealed.includes(Buffer.from('1234'))).toBe(false)
})

test('an older key still decrypts its values; new values use the newest', () => {
  const before = createSeal({ secret: { keyId: 'k1', keys: new Map([['k1', oldKey]]) } }).sealText('계좌')
  const now = createSeal(secret('k2', ['k1', oldKey]))
  expect(now.openText(before.keyId, before.sealed)).toBe('계좌')
  expect(now.sealText('계좌').keyId).toBe('k2')
})

test('an altered value and an unknown key are rejected', () => {
  const seal = createSeal(secret('k1'))
  const { keyId, sealed } = seal.sealText('secret')
  for (const at of [0, 12, sealed.length - 1]) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => seal.open(keyId, altered)).toThrow(/authenticate/)
  }
  expect(() => seal.open('k9', sealed)).toThrow(/k9/)
})
