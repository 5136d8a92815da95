import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const oldKey = randomBytes(32)
const secret = (keyId: string, ...others: [string, Buffer][]) => ({
  secret: { keyId, keys: new Map([[keyId, randomBytes(32)], ...others]) },
})

test('decrypts what it encrypted, and two encryptions of a value differ', () => {
  const encryption = createEncryption(secret('k1'))
  const one = encryption.encryptText('010-1234-5678')
  const other = encryption.encryptText('010-1234-5678')
  expect(encryption.decryptText(one.keyId, one.encrypted)).toBe('010-1234-5678')
  expect(one.encrypted.equals(other.encrypted)).toBe(false)
  expect(one.encrypted.includes(Buffer.from('1234'))).toBe(false)
})

test('an older key still decrypts its values; new values use the newest', () => {
  const before = createEncryption({ secret: { keyId: 'k1', keys: new Map([['k1', oldKey]]) } }).encryptText('계좌')
  const now = createEncryption(secret('k2', ['k1', oldKey]))
  expect(now.decryptText(before.keyId, before.encrypted)).toBe('계좌')
  expect(now.encryptText('계좌').keyId).toBe('k2')
})

test('an altered value and an unknown key are rejected', () => {
  const encryption = createEncryption(secret('k1'))
  const { keyId, encrypted } = encryption.encryptText('secret')
  for (const at of [0, 12, encrypted.length - 1]) {
    const altered = Buffer.from(encrypted)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => encryption.decrypt(keyId, altered)).toThrow(/authenticate/)
  }
  expect(() => encryption.decrypt('k9', encrypted)).toThrow(/k9/)
})
