import { cleanup } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SeedPair } from '#contract/slot.ts'
import { readSeedEvidence } from '#domain/games/seed-evidence.ts'
import { english, expectText, press, renderForMember, useFakeServer } from '#test/forms.tsx'
import { seedStorageKey } from '#web/shared/seed-evidence.ts'
import { BlockCard } from '../member/block-card.tsx'
import { ExclusionText } from './exclusion-text.tsx'
import { SaveEvidence } from './save-evidence.tsx'

const { evidence } = english.limit
const server = useFakeServer()

const member = '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4b'
const hex = (digit: string): string => digit.repeat(64)
const at = '2026-11-22T03:00:00.000Z'
const pairOf = (pair: number): SeedPair => ({
  pair,
  scheme: 'chain',
  serverSeedHash: hex('a'),
  nextServerSeedHash: hex('b'),
  clientSeed: 'k3wq8ztmx5hn7rvd2yjc',
  serverSeed: hex('c'),
  committedAt: at,
  begunAt: at,
  revealedAt: at,
  firstNonce: pair,
  lastNonce: pair,
})
const page = (pairs: SeedPair[]) => ({ status: 'success', member, pairs, maxCount: 101 })

/** The texts of the files that the page saves. */
function savedFiles(): Blob[] {
  const saved: Blob[] = []
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return 'blob:saved'
  })
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => {
    create.mockRestore()
    click.mockRestore()
    localStorage.clear()
  })
  return saved
}

test('saves all pairs with what this browser stored, as evidence that verifiers read', async () => {
  const saved = savedFiles()
  const receipt = { pair: 1, serverSeedHash: null, nextServerSeedHash: hex('a'), clientSeed: null, nonce: 1, at }
  localStorage.setItem(seedStorageKey(member), JSON.stringify({ receipts: [receipt], faults: [] }))
  const newest = Array.from({ length: 100 }, (_, index) => pairOf(101 - index))
  server.reply('get-seeds', page(newest), page([pairOf(1)]))
  renderForMember(<SaveEvidence />)
  press(evidence.save)
  await expectText(evidence.saved)
  expect(server.sent('get-seeds')).toEqual([
    { skip: 0, take: 100 },
    { skip: 100, take: 100 },
  ])
  const read = readSeedEvidence((await saved[0]?.text()) ?? '')
  if (read.kind !== 'evidence') throw new Error(`the file is read as ${JSON.stringify(read)}`)
  expect(read.evidence.receipts).toEqual([receipt])
  expect(read.evidence.pairs.map(({ pair }) => pair)).toEqual(Array.from({ length: 101 }, (_, index) => index + 1))
})

test('says when there is nothing to save, or the pairs cannot be loaded', async () => {
  const saved = savedFiles()
  server.reply('get-seeds', page([]), 500)
  renderForMember(<SaveEvidence />)
  press(evidence.save)
  await expectText(evidence.none)
  press(evidence.save)
  await expectText(evidence.failed)
  expect(saved).toEqual([])
})

test('is offered where a blocked, an excluded and a resting member read of it', async () => {
  server.reply('get-member', { status: 'success', block: { until: null } })
  // The card of a blocked member waits for the page to be hydrated.
  document.documentElement.dataset['ready'] = ''
  onTestFinished(() => {
    delete document.documentElement.dataset['ready']
  })
  renderForMember(<BlockCard />)
  await expectText(evidence.save)
  for (const kind of ['exclusion', 'break'] as const) {
    cleanup()
    renderForMember(<ExclusionText exclusion={{ kind, since: at, until: at }} />)
    await expectText(evidence.save)
  }
  expect(server.sent('get-seeds')).toEqual([])
})
