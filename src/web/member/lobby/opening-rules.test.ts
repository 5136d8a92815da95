import { expect, test } from 'vitest'
import { memberRoutes } from '#contract/member-api.ts'
import { opensBlankFirst, refusalOfError, refusalMessage, type OpeningRefusal } from './opening-rules.ts'

test('every refusal has a message, for every kind of game', () => {
  const refusals = Object.keys(memberRoutes['open-game'].answers).filter((status) => status !== 'success')
  const messagesFor = (kind: 'slot' | 'casino' | 'sport') =>
    Object.fromEntries(refusals.map((refusal) => [refusal, refusalMessage(refusal as OpeningRefusal, kind)]))
  const same = {
    used: 'messages.msg2002',
    blocked: 'launch.blocked',
    excluded: 'launch.excluded',
    limit: 'launch.limit',
    closed: 'launch.closed',
    time: 'messages.msg2218',
  }
  expect(messagesFor('slot')).toEqual({ ...same, fail: 'messages.msg2218' })
  expect(messagesFor('casino')).toEqual({ ...same, fail: 'messages.msg2012' })
  expect(messagesFor('sport')).toEqual({ ...same, fail: 'messages.msg2012' })
})

test('a status that is not in the contract is a failure', () => {
  expect(refusalMessage('weird-other' as OpeningRefusal, 'slot')).toBe('messages.msg2218')
  expect(refusalMessage('weird-other' as OpeningRefusal, 'casino')).toBe('messages.msg2012')
})

test('overload and maintenance show a request to wait; other errors are failures', () => {
  expect(refusalOfError('busy')).toBe('time')
  expect(refusalOfError('maintenance')).toBe('time')
  expect((['timeout', 'network', 'failed', 'invalid', 'gateway'] as const).map(refusalOfError)).toEqual(
    Array(5).fill('fail'),
  )
})

test('Macs and phones open a blank window first; other browsers do not', () => {
  const agents = {
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15': true,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148': true,
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36': true,
    'Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0': true,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36': false,
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': false,
  }
  expect(Object.keys(agents).map(opensBlankFirst)).toEqual(Object.values(agents))
})
