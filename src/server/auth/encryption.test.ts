import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEncryption, nobody, type ValueOwner } from './encryption.ts'
import { depositorOf, payeeOf } from './request-name.ts'

const oldKey = randomBytes(32)
const member = { id: 7n, publicId: '0190a' }
const own = { of: 'phone', ...member } as const
const account = { key_id: 'k1', bank_number_sealed: Buffer.of(7), bank_number_last4: '7890', bank_name: '신한은행' }
const secret = (keyId: string, ...others: [string, Buffer][]) => ({
  secret: { keyId, keys: new Map([[keyId, randomBytes(32)], ...others]) },
})

test('decrypts what it encrypted, and two encryptions of a value differ', () => {
  const encryption = createEncryption(secret('k1'))
  const one = encryption.encryptText(own, '010-1234-5678')
  const other = encryption.encryptText(own, '010-1234-5678')
  expect(encryption.decryptText(own, one.keyId, one.encrypted)).toBe('010-1234-5678')
  expect(one.encrypted.equals(other.encrypted)).toBe(false)
  expect(one.encrypted.includes(Buffer.from('1234'))).toBe(false)
})

test('an older key still decrypts its values; new values use the newest', () => {
  const before = createEncryption({ secret: { keyId: 'k1', keys: new Map([['k1', oldKey]]) } }).encryptText(own, '계좌')
  const now = createEncryption(secret('k2', ['k1', oldKey]))
  expect(now.decryptText(own, before.keyId, before.encrypted)).toBe('계좌')
  expect(now.encryptText(own, '계좌').keyId).toBe('k2')
})

test('an altered value and an unknown key are rejected', () => {
  const encryption = createEncryption(secret('k1'))
  const { keyId, encrypted } = encryption.encryptText(own, 'secret')
  for (const at of [0, 12, encrypted.length - 1]) {
    const altered = Buffer.from(encrypted)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(() => encryption.decrypt(own, keyId, altered)).toThrow(/authenticate/)
  }
  expect(() => encryption.decrypt(own, 'k9', encrypted)).toThrow(/k9/)
})

test('a value of another owner, of another kind or of nobody is rejected', () => {
  const encryption = createEncryption(secret('k1'))
  const owners: ValueOwner[] = [
    own,
    { of: 'phone', ...member, id: 77n },
    { of: 'phone', ...member, publicId: '0190b' },
    { of: 'account', ...member },
    { of: 'account-owner', ...member },
    depositorOf(member, { id: '0190c', amount: 7n }),
    depositorOf(member, { id: '0190d', amount: 7n }),
    depositorOf(member, { id: '0190c', amount: 70n }),
    payeeOf(member, { id: '0190c', amount: 7n }, account),
    payeeOf(member, { id: '0190c', amount: 7n }, { ...account, bank_name: '은행' }),
    payeeOf(member, { id: '0190c', amount: 7n }, { ...account, bank_number_sealed: null }),
    { of: 'provider', id: 7, code: 'lotus', address: 'https://lotus.example' },
    { of: 'provider', id: 7, code: 'orchid', address: 'https://lotus.example' },
    { of: 'provider', id: 7, code: 'lotus', address: 'https://thief.example' },
    nobody,
  ]
  for (const owner of owners) {
    const { keyId, encrypted } = encryption.encryptText(owner, 'secret')
    expect(encryption.decryptText(owner, keyId, encrypted)).toBe('secret')
    for (const other of owners.filter((one) => one !== owner))
      expect(() => encryption.decrypt(other, keyId, encrypted)).toThrow(/authenticate/)
  }
})
