import type { z } from 'zod'

/**
 * The wire, defined once. An API is a table of routes; a route has the callers it admits, its body and its closed list
 * of answers. The compiler checks handlers against the table: a missing handler, an undeclared refusal and a route
 * without an access row do not compile.
 */

/** Who may call a route of the member API (the site and the game window). */
export type MemberAccess =
  /** Anyone, signed in or not. */
  | 'guest'
  /** A signed-in member without a restriction. */
  | 'member'
  /** Also a blocked or excluded member: withdrawal, money requests, statement, help, notes, log-out. */
  | 'restricted'

export const operatorRoles = ['manager', 'cashier', 'support', 'editor', 'auditor'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The roles of calls in several nouns; those of a single noun stand beside its rows. */
export const supportRoles = ['manager', 'support'] as const
export const supportReaders = ['manager', 'support', 'auditor'] as const
export const memberReaders = ['manager', 'cashier', 'support', 'auditor'] as const

/** Who may call a route of the office API: `anyone` (the sign-in itself) or the roles named. */
export type OfficeAccess = 'anyone' | readonly OperatorRole[]

export type AnswerShape = z.ZodObject
export type Answers = { readonly success: AnswerShape } & { readonly [status: string]: AnswerShape }

/**
 * The order in which calls are dropped under overload: `poll` first (repeated automatically soon), then `act`; `money`
 * (bets, deposits, withdrawals) is served as long as possible.
 */
export type Urgency = 'poll' | 'act' | 'money'

/** Calls that could be abused for guessing or flooding; each name is a pair of token buckets of the API. */
export const throttles = ['sign-in', 'register', 'check-name', 'reset', 'file', 'seed'] as const
export type Throttle = (typeof throttles)[number]

export type Route<Access = unknown, Body extends z.ZodType = z.ZodType, A extends Answers = Answers> = {
  readonly access: Access
  /** One sentence, also for OpenAPI. */
  readonly summary: string
  readonly body: Body
  readonly answers: A
  /** The largest body in bytes; 64 KiB when left out, 256 KiB where operators write HTML. */
  readonly bodyLimitBytes?: number
  /**
   * The call changes nothing but the audit and the time of the session's last act, so pages may repeat it in the
   * background. Calls named `get-…`.
   */
  readonly reads?: true
  /** `act` when left out. */
  readonly urgency?: Urgency
  /**
   * Where the session is read: by the API before the handler (`api`, the default), or by the handler in its own
   * statement (`own`: the health check and the spin, which use one round trip to the database for everything).
   */
  readonly session?: 'api' | 'own'
  /** The token buckets a call must pass, per address and per account named. */
  readonly throttle?: Throttle
  /** `any` where the specification allows a foreign `Origin`; the cookie is then ignored if the origin is foreign. */
  readonly origin?: 'own' | 'any'
  /** The success answer of this route is a file, sent as it is made; every other answer is JSON. */
  readonly file?: true
}

/** A file to send: its name in ASCII, its media type, and its bytes or their producer. */
export type SentFile = {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array | AsyncIterable<string>
}

export type MemberRoute = Route<MemberAccess>
export type OfficeRoute = Route<OfficeAccess> & {
  /** Fields of the body that take effect only for operators with one of these roles. */
  readonly fieldRoles?: Readonly<Record<string, readonly OperatorRole[]>>
}

/** The parsed body a handler receives. */
export type BodyOf<R extends Route> = z.output<R['body']>
/** The body before parsing, as a caller writes it. */
export type BodyInputOf<R extends Route> = z.input<R['body']>

/** Every answer of a route: `status` names it, `message` may carry a key such as `msg2001`. */
export type AnswerOf<R extends Route> = {
  [Status in keyof R['answers'] & string]: { status: Status; message?: string } & OwnFields<
    z.output<R['answers'][Status]>
  >
}[keyof R['answers'] & string]

/** What a handler returns: the answers of its route, with a file in place of `success` for file routes. */
type HandlerAnswerOf<R extends Route> = R extends { file: true }
  ? Exclude<AnswerOf<R>, { status: 'success' }> | { status: 'success'; file: SentFile }
  : AnswerOf<R>

/** The fields a shape names. An empty shape infers an index of `never`, which no answer with a status could satisfy. */
type OwnFields<Shape> = { [Field in keyof Shape as string extends Field ? never : Field]: Shape[Field] }

/** Further answers of a handler that reads the session itself; the API turns them into 401 or 403. */
export type ApiRefusal = { status: 'unauthenticated' } | { status: 'forbidden' }

/**
 * The context a handler receives, by access: `own` for the routes whose handlers read the session themselves,
 * `operator` for those that name roles.
 */
export type Contexts = { readonly [Access in MemberAccess | 'own' | 'anyone' | 'operator']?: unknown }

export type ContextFor<R extends Route, C extends Contexts> = R extends { session: 'own' }
  ? C['own']
  : R['access'] extends keyof C
    ? C[R['access']]
    : C['operator']

/** One handler per route, no more and no fewer. */
export type Handlers<Table extends Record<string, Route>, C extends Contexts> = {
  [Name in keyof Table]: (
    context: ContextFor<Table[Name], C>,
    body: BodyOf<Table[Name]>,
  ) => Promise<HandlerAnswerOf<Table[Name]> | (Table[Name] extends { session: 'own' } ? ApiRefusal : never)>
}

/** Every answer of a table by route name; types the client's hooks. */
export type AnswersOf<Table extends Record<string, Route>> = { [Name in keyof Table]: AnswerOf<Table[Name]> }

/** Every body of a table by route name, as a caller writes it. */
export type BodiesOf<Table extends Record<string, Route>> = { [Name in keyof Table]: BodyInputOf<Table[Name]> }

/** Declares a route of the member or play API, keeping its exact types. */
export function memberRoute<const R extends MemberRoute>(route: R): R {
  return route
}

/** Declares a route of the office API, keeping its exact types. */
export function officeRoute<const R extends OfficeRoute>(route: R): R {
  return route
}
