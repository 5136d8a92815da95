import { expect, test } from 'vitest'
import { readSeedEvidence, seedEvidenceFormat } from './seed-evidence.ts'

const hash = 'ab'.repeat(32)
const receipt = { pair: 0, serverSeedHash: null, nextServerSeedHash: hash, clientSeed: null, nonce: 0, at: 'now' }
const pair = {
  pair: 1,
  scheme: 'chain',
  serverSeedHash: hash,
  nextServerSeedHash: hash,
  clientSeed: 'x',
  serverSeed: null,
  firstNonce: 0,
  lastNonce: null,
}
const file = { format: seedEvidenceFormat, member: 'x', receipts: [receipt], pairs: [{ ...pair, begunAt: 'then' }] }

test('reads the file that the window saves, with its further fields', () => {
  expect(readSeedEvidence(JSON.stringify(file))).toMatchObject({
    kind: 'evidence',
    evidence: { receipts: [receipt], pairs: [pair] },
  })
})

test('reads what was chosen and shown, if the file has it', () => {
  const more = { chosen: [{ pair: 1, clientSeed: 'x' }], shown: [{ pair: 1, firstNonce: 0, lastNonce: 2 }] }
  expect(readSeedEvidence(JSON.stringify({ ...file, ...more }))).toMatchObject({ kind: 'evidence', evidence: more })
  expect(readSeedEvidence(JSON.stringify({ ...file, chosen: [{}], shown: 7 }))).toEqual({
    kind: 'fields',
    names: ['chosen.pair', 'chosen.clientSeed', 'shown'],
  })
})

test('refuses an evidence without a pair, which proves nothing', () => {
  expect(readSeedEvidence(JSON.stringify({ ...file, pairs: [] }))).toMatchObject({ kind: 'fields' })
})

test('leaves other texts to other readers', () => {
  for (const text of ['', 'x', '[]', 'null', '{}', JSON.stringify({ ...file, format: 'other' })]) {
    expect(readSeedEvidence(text)).toEqual({ kind: 'other' })
  }
})

test('refuses an evidence with a wrong field, which the verifier could not compare', () => {
  const wrongPairs = [
    { ...pair, serverSeed: 'zz' },
    { ...pair, firstNonce: -1 },
    { ...pair, scheme: 'new' },
    null,
    'pair',
  ]
  for (const wrong of wrongPairs) {
    expect(readSeedEvidence(JSON.stringify({ ...file, pairs: [wrong] }))).toMatchObject({ kind: 'fields' })
  }
  expect(readSeedEvidence(JSON.stringify({ ...file, receipts: [{ ...receipt, nonce: '0' }] }))).toEqual({
    names: ['receipts.nonce'],
    kind: 'fields',
  })
  expect(readSeedEvidence(JSON.stringify({ ...file, receipts: {} }))).toMatchObject({ kind: 'fields' })
})
