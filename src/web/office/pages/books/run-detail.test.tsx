import { expect, test } from 'vitest'
import { english, expectText, renderForOperator, useFakeServer } from '#test/forms.tsx'
import { RunDetail } from './run-detail.tsx'

const server = useFakeServer()
const texts = english.office.books

test('names what each check expects beside what it found', async () => {
  const moment = '2026-01-01T00:00:00Z'
  const run = {
    id: 'r1',
    why: 'schedule',
    by: null,
    askedAt: moment,
    beganAt: moment,
    endedAt: moment,
    outcome: 'faults',
    done: 1,
    rows: 9,
    faultCount: 1,
  }
  server.reply('get-book-run', {
    status: 'success',
    run,
    problem: '',
    checks: [],
    faults: [
      { check: 'wallet', subject: 'member 7', detail: 'the wallet has 2, its last row 1' },
      { check: 'of-another-version', subject: 'member 8', detail: 'unknown' },
    ],
  })
  renderForOperator(<RunDetail id="r1" listed={null} onBack={() => undefined} />, ['manager'])
  await expectText('member 7')
  await expectText(`${texts.rule}: ${texts.checks.wallet}`)
  await expectText('of-another-version')
  expect(server.sent('get-book-run')).toEqual([{ id: 'r1' }])
})
