import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { CurrentUser, OfficeMember } from '#contract/member.ts'
import type { OfficeRequest } from '#contract/money-request.ts'
import type { Translation } from '#i18n/catalogue.ts'
import type { Messages } from '#i18n/parts.ts'
import { PageProvider, type PageData } from '#web/member/page-data.ts'
import { queryClient } from '#web/member/kit/query-client.ts'
import { session } from '#web/member/session/session.ts'
import { MeProvider, type Me } from '#web/office/kit/use-office.ts'
import { ConfirmDialogs } from '#web/shared/confirm.tsx'
import { MessagesProvider } from '#web/shared/messages.tsx'
import { Toasts } from '#web/shared/toasts.tsx'

/** Renders one form with the real API client; only `fetch` is replaced. */

const member = import.meta.glob<Record<string, unknown>>('../src/i18n/en/*.ts', { eager: true, import: 'messages' })
const office = import.meta.glob<Record<string, unknown>>('../src/i18n/en/office/*.ts', {
  eager: true,
  import: 'messages',
})
export const english = {
  ...Object.assign({}, ...Object.values(member)),
  office: Object.assign({}, ...Object.values(office)),
} as Translation<Messages>

export type SentCall = { name: string; body: Record<string, unknown> }

/** The server's reply to a call: a JSON body with 200, an HTTP status, or no response at all. */
export type Reply = Record<string, unknown> | number | 'lost'

export type FakeServer = {
  /** Every call made so far by that name, in order. */
  sent: (name: string) => SentCall['body'][]
  /** The replies to the next calls by that name; the last one repeats. */
  reply: (name: string, ...replies: (Reply | Promise<Reply>)[]) => void
}

/** Replaces `fetch` for each test of the file. A call without a prepared reply fails the test by its name. */
export function useFakeServer(): FakeServer {
  let calls: SentCall[] = []
  let replies = new Map<string, (Reply | Promise<Reply>)[]>()
  beforeEach(() => {
    calls = []
    replies = new Map()
    vi.stubGlobal('fetch', async (url: string, request: { body: string }) => {
      const name = url.split('/').at(-1) ?? ''
      calls.push({ name, body: JSON.parse(request.body) as SentCall['body'] })
      const prepared = replies.get(name) ?? []
      const next = prepared.length > 1 ? prepared.shift() : prepared[0]
      if (next === undefined) throw new Error(`The test prepared no reply to ${name}.`)
      return asResponse(await next)
    })
  })
  afterEach(() => {
    closeAll()
    cleanup()
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  return {
    sent: (name) => calls.filter((one) => one.name === name).map((one) => one.body),
    reply: (name, ...next) => void replies.set(name, next),
  }
}

/** Closes dialogs and toasts, which are module state and would remain in the next test. */
function closeAll(): void {
  const close = english.common.close
  act(() => {
    for (const button of document.querySelectorAll<HTMLElement>(
      `dialog [aria-label="${close}"], [aria-live] [aria-label="${close}"]`,
    ))
      button.click()
    notifications.clean()
    notifications.cleanQueue()
  })
}

function asResponse(reply: Reply): Response {
  if (reply === 'lost') throw new TypeError('fetch failed')
  if (typeof reply === 'number') return new Response('{}', { status: reply })
  return new Response(JSON.stringify(reply), { status: 200, headers: { 'content-type': 'application/json' } })
}

export const someUser: CurrentUser = {
  userId: 'm1',
  nick: 'Moon',
  phone: '***-****-1234',
  rolling: '7000',
  balance: '500000',
  in_balance: '0',
  bankname: '국민은행',
  bankOwner: 'Han Garam',
  banknum: '******1234',
  level: 1,
  playType: 'all',
  noteCount: 0,
  helpCount: 0,
}

const page: PageData = {
  locale: 'en',
  path: '/',
  maybeSignedIn: true,
  art: {},
  site: {
    brand: {
      code: 'nocturne',
      name: 'Nocturne',
      domain: 'nocturne.example',
      timeZone: 'Asia/Seoul',
      mode: 'play',
      minAge: 19,
      approvalMinutes: 30,
    },
    banners: [],
    notices: [],
    popups: [],
    casino: [],
    sport: [],
    slot: [],
    games: [],
    jackpots: [],
    replays: [],
    maintenance: null,
  },
}

/** Cashier rules as `get-member` sends them: 10 000 to 1 000 000 in steps of 1 000, open, no turnover due. */
export const memberPage = {
  status: 'success',
  user: someUser,
  cash: {
    deposit: { min: '10000', max: '1000000', step: '1000', usualMinutes: 10, quick: ['10000', '50000'] },
    withdraw: { min: '10000', max: '1000000', step: '1000', usualMinutes: 10, turnover: '0', waitsUntil: null },
    hours: null,
    opens: null,
  },
}

/** A request in the state `open`, as an accepted deposit or withdrawal is answered. */
export const openRequest = {
  id: 'r1',
  type: 'deposit',
  balance: '20000',
  credited: null,
  status: 'wait',
  regdate: '2026-01-01T00:00:00Z',
  history: [],
  reason: null,
}

export const healthCheck = {
  status: 'success',
  user: someUser,
  held: '0',
  noteCount: 0,
  helpCount: 0,
  serverTime: '2026-01-01T00:00:00Z',
  endsAt: '2026-01-01T08:00:00Z',
  idleEndsAt: '2026-01-01T00:30:00Z',
}

/**
 * A part of the member site for a member who is signed in; `art` are the pictures that the page has by name, `user` what
 * differs from `someUser`.
 */
export function renderForMember(
  form: ReactNode,
  art: PageData['art'] = page.art,
  user: Partial<CurrentUser> = {},
): void {
  session.set({ kind: 'member', user: { ...someUser, ...user } })
  render(
    <MessagesProvider locale="en" messages={english} timeZone="Asia/Seoul">
      <PageProvider value={{ ...page, art }}>
        <QueryClientProvider client={queryClient}>
          {form}
          <ConfirmDialogs />
          <Toasts />
        </QueryClientProvider>
      </PageProvider>
    </MessagesProvider>,
  )
}

const me: Me = {
  operator: {
    id: 'o1',
    login: 'cashier-1',
    name: 'Cashier',
    roles: ['cashier'],
    brands: [{ code: 'nocturne', name: 'NOCTURNE', timeZone: 'Asia/Seoul' }],
  } as Me['operator'],
  timeZone: 'Asia/Seoul',
  clockOffsetMs: 0,
  moneyOutStoppedSince: null,
  closedGames: [],
}

/** A part of the office for an operator, by default a cashier. */
export function renderForOperator(form: ReactNode, roles: Me['operator']['roles'] = ['cashier']): void {
  render(
    <MessagesProvider locale="en" messages={english} timeZone="Asia/Seoul">
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <MeProvider value={{ ...me, operator: { ...me.operator, roles } }}>
            {form}
            <Notifications />
          </MeProvider>
        </QueryClientProvider>
      </MantineProvider>
    </MessagesProvider>,
  )
}

/** The proposal of another operator. */
export const someProposal: NonNullable<OfficeRequest['proposal']> = {
  by: 'other-1',
  mine: false,
  at: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-04T00:00:00Z',
  credited: '25000',
  reason: 'sent twice',
}

export function makeOfficeRequest(changed: Partial<OfficeRequest> = {}): OfficeRequest {
  return {
    id: '0197aaaa-0000-7000-8000-000000000001',
    brand: 'nocturne',
    type: 'deposit',
    state: 'claimed',
    member: { id: 'm1', userId: 'moon1', nick: 'Moon' } as OfficeRequest['member'],
    amount: '20000',
    credited: null,
    depositor: 'Han Garam',
    bank: null,
    reason: '',
    claimedBy: 'cashier-1',
    mine: true,
    proposal: null,
    needsSecond: false,
    day: '0',
    secondFrom: '1000000',
    exclusion: null,
    owed: [],
    decidedBy: null,
    filedAt: '2026-01-01T00:00:00Z',
    changedAt: '2026-01-01T00:00:00Z',
    ...changed,
  }
}

/** A member as the office lists them. */
export function makeOfficeMember(changed: Partial<OfficeMember> = {}): OfficeMember {
  return {
    id: '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4a',
    brand: 'nocturne',
    userId: 'haneul',
    nick: 'Sky',
    level: 1,
    playType: 'all',
    status: 'active',
    excludedUntil: null,
    balance: '0',
    held: '0',
    inPlay: '0',
    rolling: '0',
    registeredAt: '2026-01-01T00:00:00Z',
    ...changed,
  }
}

export function type(label: string | RegExp, text: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** Two clicks with a render in between, as in a fast double click. */
export async function doubleClick(name: string | RegExp): Promise<void> {
  const button = screen.getByRole('button', { name })
  fireEvent.click(button)
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  fireEvent.click(button)
}

/** Two clicks without a render in between. */
export async function pressTwiceAtOnce(name: string | RegExp): Promise<void> {
  const button = screen.getByRole('button', { name })
  await act(async () => {
    button.click()
    button.click()
  })
}

export async function expectText(text: string | RegExp): Promise<void> {
  expect(await screen.findAllByText(text)).not.toEqual([])
}

export async function eventually(holds: () => void): Promise<void> {
  await waitFor(holds)
}
