import type { FactorNeed, Handlers, OperatorRole } from '#contract/route.ts'
import type { MemberRoutes } from '#contract/member-api.ts'
import type { Restriction } from '#contract/member.ts'
import type { OfficeRoutes } from '#contract/office-api.ts'
import type { PlayRoutes } from '#contract/play-api.ts'
import type { Deps } from '#server/deps.ts'
import type { Brand } from '#server/http/brands.ts'
import type { ReadToken } from './session-token.ts'

/**
 * What an API passes to a handler. Every handler is `(context, body) => Promise<answer>`; the route's row in the
 * contract determines its context:
 *
 * - access `guest` → `GuestContext`: the session is not read; its token is passed on unverified (`token`).
 * - access `member` → `MemberContext`: signed in and not restricted. A restricted member was rejected before, with the
 *   route's own `blocked` or `excluded` where it has them, else with 403.
 * - access `restricted` → `MemberContext` too, where `caller.restricted` may be set.
 * - `session: 'own'` → `OwnSessionContext` (member API) or `SpinContext` (play API): the handler's own statement checks
 *   the session; it may also answer `{ status: 'unauthenticated' }` or `{ status: 'forbidden' }`.
 * - an office row naming roles → `OfficeContext`; `anyone` → `OfficeGuestContext`.
 */

/** Data of every request. */
export type RequestContext = {
  deps: Deps
  /** The caller's address, as reported by the trusted proxy if there is one. */
  ip: string
  userAgent: string
  requestId: string
}

/** Sets or deletes the session's cookie in the response. */
type SessionWriter = {
  /** The plain token (see `session-token.ts`); only its hash is ever stored. */
  setSession: (token: string) => void
  clearSession: () => void
}

export type SiteContext = RequestContext &
  SessionWriter & {
    brand: Brand
    /**
     * Waits for something that takes no connection, such as a provider's answer: other calls of the caller may work
     * meanwhile (`src/server/http/caller-turns.ts`).
     */
    outsideTurn: <Result>(wait: () => Promise<Result>) => Promise<Result>
    /** The host of the request, without port; it filters notices and popups. */
    host: string
    /** The `Origin` header, or an empty string. */
    origin: string
    /**
     * The language for stored texts: that of the calling page (`x-locale`), else the one last chosen (a cookie), else
     * null.
     */
    locale: string | null
    /** The long-lived cookie of this browser (`__Host-device`, or `device` on plain-http localhost), or null. */
    device: string | null
    /** Stores a browser's token for a year. */
    setDevice: (token: string) => void
    /** Sets or deletes the mark of a browser whose member is excluded. */
    setExcluded: (excluded: boolean) => void
  }

export type GuestContext = SiteContext & {
  caller: { kind: 'guest' }
  /** The session token of the request, unverified: a sign-in ends that session. */
  token: string | null
}

export type MemberCaller = {
  kind: 'member'
  memberId: bigint
  memberPublicId: string
  sessionId: bigint
  /** null: not restricted. */
  restricted: { why: Restriction; until: Date | null } | null
}

export type MemberContext = SiteContext & { caller: MemberCaller }

export type OwnSessionContext = SiteContext & {
  /** What the request's token names: look its hash up in `member_session.token_hash`, and compare (`isNamed`). */
  named: ReadToken
}

/** The game window of a play call. */
export type PlayWindow = {
  playSessionId: string
  gameCode: string
  gameVersionId: number
  mathHash: string
  /** Another window of the member was opened since: no round begins here. In a hint it may be out of date. */
  isEnded: boolean
}

export type PlayContext = MemberContext & { play: PlayWindow }

/**
 * For the spin: the caller as read at most a minute ago. A hint only: the statement that posts the stake checks
 * `member_session` and `play_session` again, and answers `unauthenticated` when they have ended (the API then drops the
 * hint).
 */
export type SpinContext = SiteContext & {
  caller: { kind: 'member'; memberId: bigint; memberPublicId: string; sessionId: bigint }
  play: PlayWindow
}

/** What the session of an operator has proven. */
export type FactorState = {
  /** What every call but those of level `none` is refused for; null: nothing. */
  needs: Extract<FactorNeed, 'enrolment' | 'sign-in' | 'recovery-codes'> | null
  /** Whether the last proof is at most 10 minutes old. */
  recent: boolean
  /** An operator of the demo world: needs no second factor, and every act passes. */
  withoutFactor: boolean
}

export type OfficeCaller = {
  kind: 'operator'
  operatorId: bigint
  operatorPublicId: string
  login: string
  name: string
  roles: readonly OperatorRole[]
  /** The brands the operator may see; null means every brand. */
  brandIds: readonly number[] | null
  sessionId: bigint
  factor: FactorState
}

/** The office's long-lived cookie of a browser. */
type BrowserCookie = { browser: string | null; setBrowser: (token: string) => void }

export type OfficeGuestContext = RequestContext &
  BrowserCookie &
  SessionWriter & { caller: { kind: 'guest' }; token: string | null; brands: readonly Brand[] }

export type OfficeContext = RequestContext &
  BrowserCookie &
  SessionWriter & {
    caller: OfficeCaller
    brands: readonly Brand[]
    /** The office's origin as the browser sees it: a passkey belongs to its host name. */
    origin: string
    /** The language of the office (`x-locale`) for stored names, or null. */
    locale: string | null
  }

export type MemberContexts = {
  guest: GuestContext
  member: MemberContext
  restricted: MemberContext
  own: OwnSessionContext
}
export type PlayContexts = { member: PlayContext; restricted: PlayContext; own: SpinContext }
export type OfficeContexts = { anyone: OfficeGuestContext; operator: OfficeContext }

/** The handlers of each API: `const memberHandlers = { … } satisfies MemberHandlers`. */
export type MemberHandlers = Handlers<MemberRoutes, MemberContexts>
export type PlayHandlers = Handlers<PlayRoutes, PlayContexts>
export type OfficeHandlers = Handlers<OfficeRoutes, OfficeContexts>
