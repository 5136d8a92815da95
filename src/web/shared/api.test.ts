import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { endingSoon } from '#web/member/session/idle-end.ts'
import { call, onUnauthenticated } from './api.ts'
import { lastActivity } from './last-activity.ts'
import { pollCalls } from './member-calls.ts'

/** The HTTP statuses of the next responses; 200 when there are none. */
let statuses: number[]
let requested: string[]

beforeEach(() => {
  statuses = []
  requested = []
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('location', { pathname: '/ko/deposit' })
  vi.stubGlobal('fetch', (path: string) => {
    requested.push(path)
    return Promise.resolve(Response.json({ status: 'success' }, { status: statuses.shift() ?? 200 }))
  })
})
afterEach(() => {
  onUnauthenticated(null)
  vi.unstubAllGlobals()
})

describe('member activity', () => {
  test.each(pollCalls)('%s is a poll and does not count as activity', async (name) => {
    await call(name, {} as never, { quiet: true })
    expect([requested, lastActivity()]).toEqual([[`/api/routes/${name}`], 0])
  })

  test('any other call counts as activity unless it fails', async () => {
    statuses = [500]
    await expect(call('get-member', {})).rejects.toMatchObject({ kind: 'failed' })
    expect(lastActivity()).toBe(0)
    await call('get-member', {})
    expect(lastActivity()).toBeGreaterThan(0)
  })

  test('the idle warning stays open while the page polls the maintenance without a socket', async () => {
    const now = Date.now()
    const ends = { endsAt: now + 3_600_000, idleEndsAt: now + 30_000, checkedAt: now - 10_000 }
    await call('get-maintenance', {}, { quiet: true })
    expect(endingSoon(ends, lastActivity(), now)).toBe('idle')
    await call('get-member', {})
    expect(endingSoon(ends, lastActivity(), now)).toBe(null)
  })
})

describe('a call without a session', () => {
  test('is repeated once after a new sign-in; the handler gets whether the call only reads', async () => {
    const reads: boolean[] = []
    onUnauthenticated((isRead) => {
      reads.push(isRead)
      return Promise.resolve(true)
    })
    statuses = [401]
    expect(await call('get-limits', {})).toEqual({ status: 'success' })
    statuses = [401]
    expect(await call('user-del-note', {})).toEqual({ status: 'success' })
    expect(reads).toEqual([true, false])
    expect(requested).toHaveLength(4)
  })

  test('fails when the member declines, and without a prompt when it is quiet', async () => {
    const prompts = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false))
    onUnauthenticated(prompts)
    statuses = [401, 401]
    await expect(call('get-limits', {})).rejects.toMatchObject({ kind: 'unauthenticated' })
    await expect(call('get-limits', {}, { quiet: true })).rejects.toMatchObject({ kind: 'unauthenticated' })
    expect(prompts).toHaveBeenCalledTimes(1)
  })
})
