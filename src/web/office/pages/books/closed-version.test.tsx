import { expect, test } from 'vitest'
import { english, expectText, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { ClosedVersion } from './closed-version.tsx'

useFakeServer()
const texts = english.office.books

test('shows why a version is closed, and what its void round is drawn from', async () => {
  const closing = {
    game: 'Some Game',
    code: 'some-game',
    mathHash: 'ab'.repeat(32),
    at: '2026-01-01T00:00:00Z',
    isClosed: true,
    reason: 'no-result: Error: a wheel is missing',
    member: '01935b5e-0000-7000-8000-0000000000aa',
    roundId: '01935b5e-0000-7000-8000-0000000000bb',
    nonce: '17',
    pair: 3,
    stake: '1000',
    serverSeedHash: 'cd'.repeat(32),
    clientSeed: 'mine',
  }
  renderForOperator(<ClosedVersion closing={closing} />, ['manager'])
  await expectText(texts.closedStill)
  for (const shown of [closing.reason, closing.roundId, closing.nonce, closing.serverSeedHash, closing.clientSeed])
    await expectText(shown)
  await expectText(texts.closedReplay.replace('{id}', closing.roundId))
  expect(document.body.textContent).toContain('Some Game')
})
