import type { Handlers, OperatorRole } from '#contract/route.ts'
import type { MemberRoutes } from '#contract/member.ts'
import type { OfficeRoutes } from '#contract/office.ts'
import type { PlayRoutes } from '#contract/play.ts'
import type { Restriction } from '#contract/user.ts'
import type { Deps } from '#server/deps.ts'
import type { Brand } from '#server/http/brands.ts'

/**
 * What a door tells a handler. Every handler is `(context, body) => Promise<answer>`; which context it gets follows from
 * the route's row in the contract:
 *
 * - access `guest` → `GuestContext`: nobody was looked up, a cookie is only passed on (`token`).
 * - access `member` → `MemberContext`: signed in and in good standing. A restricted member was turned away before, with
 *   the route's own `blocked` or `excluded` where it has them, else with 403.
 * - access `restricted` → `MemberContext` too, where `caller.restricted` may be set.
 * - `session: 'own'` → `OwnSessionContext` (member door) or `SpinContext` (play door): the handler's own statement says
 *   whether the session lives; it may also answer `{ status: 'unauthenticated' }` or `{ status: 'forbidden' }`.
 * - an office row naming roles → `OfficeContext`; `anyone` → `OfficeGuestContext`.
 */

/** What is known of every request. */
export type RequestContext = {
  deps: Deps
  /** The caller's address, behind the trusted proxy where there is one. */
  ip: string
  userAgent: string
  requestId: string
}

/** Puts the session's token into the answer's cookie, or takes the cookie away. */
type SessionWriter = {
  /** The plain token (see `newToken` of `session.ts`); only its hash is ever stored. */
  setSession: (token: string) => void
  clearSession: () => void
}

export type SiteContext = RequestContext &
  SessionWriter & {
    brand: Brand
    /** The host as the caller named it, without port: what notices and popups are filtered by. */
    host: string
    /** The `Origin` header, or an empty string. */
    origin: string
    /** The language of the calling page (`x-locale`), or the one last chosen (a cookie), or null: for stored texts. */
    locale: string | null
    /** The long-lived cookie of this browser (`__Host-device`, or `device` on plain-http localhost), or null. */
    device: string | null
    /** Remembers this browser for a year. */
    setDevice: (token: string) => void
    /** Marks this browser as one whose member is excluded, or takes the mark away. */
    setAway: (away: boolean) => void
  }

export type GuestContext = SiteContext & {
  caller: { kind: 'guest' }
  /** The session token the caller sent, unverified: a sign-in ends that session. */
  token: string | null
}

export type MemberCaller = {
  kind: 'member'
  memberId: bigint
  memberPublicId: string
  sessionId: bigint
  /** null: in good standing. */
  restricted: { why: Restriction; until: Date | null } | null
}

export type MemberContext = SiteContext & { caller: MemberCaller }

export type OwnSessionContext = SiteContext & {
  /** SHA-256 of the token the caller sent: look it up in `member_session.token_hash`. */
  tokenHash: Buffer
}

/** The window a play call comes from. */
export type PlayWindow = {
  playSessionId: string
  gameCode: string
  gameVersionId: number
  mathHash: string
}

export type PlayContext = MemberContext & { play: PlayWindow }

/**
 * For the spin: who it was when last looked up, at most a minute ago. A hint only: the statement that books the stake
 * checks `member_session` and `play_session` again, and answers `unauthenticated` when they have ended (the door then
 * forgets the hint).
 */
export type SpinContext = SiteContext & {
  caller: { kind: 'member'; memberId: bigint; memberPublicId: string; sessionId: bigint }
  play: PlayWindow
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
}

export type OfficeGuestContext = RequestContext &
  SessionWriter & { caller: { kind: 'guest' }; token: string | null; brands: readonly Brand[] }

export type OfficeContext = RequestContext & SessionWriter & { caller: OfficeCaller; brands: readonly Brand[] }

export type MemberContexts = {
  guest: GuestContext
  member: MemberContext
  restricted: MemberContext
  own: OwnSessionContext
}
export type PlayContexts = { member: PlayContext; restricted: PlayContext; own: SpinContext }
export type OfficeContexts = { anyone: OfficeGuestContext; operator: OfficeContext }

/** The handlers of each door: `const memberHandlers = { … } satisfies MemberHandlers`. */
export type MemberHandlers = Handlers<MemberRoutes, MemberContexts>
export type PlayHandlers = Handlers<PlayRoutes, PlayContexts>
export type OfficeHandlers = Handlers<OfficeRoutes, OfficeContexts>
