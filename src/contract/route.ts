import type { z } from 'zod'

/**
 * What is said on the wire, once. A door is a table of routes; a route is who may call it, the body it takes and the
 * closed list of answers it gives. Handlers are checked against the table by the compiler: a missing handler, a
 * refusal that is not declared and a route without an access row do not compile.
 */

/** Who may call a route of the member door (the site and the game window). */
export type MemberAccess =
  /** Anyone, signed in or not. */
  | 'guest'
  /** A signed-in member in good standing. */
  | 'member'
  /** Also a signed-in member who is blocked or excluded: withdrawal, requests, statement, help, notes, log-out. */
  | 'restricted'

export const operatorRoles = ['manager', 'cashier', 'support', 'editor', 'auditor'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** Who may call a route of the office door: `anyone` (the sign-in itself) or the roles named. */
export type OfficeAccess = 'anyone' | readonly OperatorRole[]

export type AnswerShape = z.ZodObject
export type Answers = { readonly success: AnswerShape } & { readonly [status: string]: AnswerShape }

/**
 * What is dropped first when the house is full: `poll` (asked again by itself in a moment), then `act`; `money`
 * (bets, deposits, withdrawals) is served to the last.
 */
export type Urgency = 'poll' | 'act' | 'money'

/** Calls a stranger could use to guess or to flood; each name is a pair of token buckets at the door. */
export const throttles = ['sign-in', 'register', 'check-name', 'reset', 'file', 'seed'] as const
export type Throttle = (typeof throttles)[number]

export type Route<Access = unknown, Body extends z.ZodType = z.ZodType, A extends Answers = Answers> = {
  readonly access: Access
  /** One sentence for OpenAPI and for the reader. */
  readonly summary: string
  readonly body: Body
  readonly answers: A
  /** The largest body in bytes; 64 KiB when left out, 256 KiB where operators write HTML. */
  readonly bodyLimitBytes?: number
  /** `act` when left out. */
  readonly urgency?: Urgency
  /**
   * Who looks the session up: the door before the handler (`door`, when left out), or the handler in its own
   * statement (`own`: the health check and the spin, which have one round trip to the database for everything).
   */
  readonly session?: 'door' | 'own'
  /** The token buckets a call must pass, per address and per account named. */
  readonly throttle?: Throttle
  /** `any` where the specification lets the caller set `Origin` freely; the cookie is then ignored if it is foreign. */
  readonly origin?: 'own' | 'any'
  /** The success of this route is a file, sent as it is made; every other answer is JSON as ever. */
  readonly file?: true
}

/** A file on its way out: its name in ASCII, its media type, and its bytes or what makes them. */
export type SentFile = {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array | AsyncIterable<string>
}

export type MemberRoute = Route<MemberAccess>
export type OfficeRoute = Route<OfficeAccess>

/** The parsed body a handler receives. */
export type BodyOf<R extends Route> = z.output<R['body']>
/** The body as a caller writes it. */
export type BodyInputOf<R extends Route> = z.input<R['body']>

/** Every answer of a route: `status` names it, `message` may carry a key such as `msg2001`. */
export type AnswerOf<R extends Route> = {
  [Status in keyof R['answers'] & string]: { status: Status; message?: string } & OwnFields<
    z.output<R['answers'][Status]>
  >
}[keyof R['answers'] & string]

/** What a handler answers: the answers of its route, where a file goes out in the place of `success`. */
type HandlerAnswerOf<R extends Route> = R extends { file: true }
  ? Exclude<AnswerOf<R>, { status: 'success' }> | { status: 'success'; file: SentFile }
  : AnswerOf<R>

/** The fields a shape names. An empty shape infers an index of `never`, which no answer with a status could satisfy. */
type OwnFields<Shape> = { [Field in keyof Shape as string extends Field ? never : Field]: Shape[Field] }

/** What a handler that looks the session up itself may also say; the door turns it into 401 or 403. */
export type DoorRefusal = { status: 'unauthenticated' } | { status: 'forbidden' }

/**
 * What a handler is told of its caller, by access: `own` for the routes that look the session up themselves,
 * `operator` for those that name roles.
 */
export type Contexts = { readonly [Access in MemberAccess | 'own' | 'anyone' | 'operator']?: unknown }

export type ContextFor<R extends Route, C extends Contexts> = R extends { session: 'own' }
  ? C['own']
  : R['access'] extends keyof C
    ? C[R['access']]
    : C['operator']

/** One handler a route, no more and no fewer. */
export type Handlers<Table extends Record<string, Route>, C extends Contexts> = {
  [Name in keyof Table]: (
    context: ContextFor<Table[Name], C>,
    body: BodyOf<Table[Name]>,
  ) => Promise<HandlerAnswerOf<Table[Name]> | (Table[Name] extends { session: 'own' } ? DoorRefusal : never)>
}

/** Every answer of a table by route name: what the client's hooks are typed with. */
export type AnswersOf<Table extends Record<string, Route>> = { [Name in keyof Table]: AnswerOf<Table[Name]> }

/** Every body of a table by route name, as a caller writes it. */
export type BodiesOf<Table extends Record<string, Route>> = { [Name in keyof Table]: BodyInputOf<Table[Name]> }

/** Declares a route of the member or play door, keeping its exact types. */
export function memberRoute<const R extends MemberRoute>(route: R): R {
  return route
}

/** Declares a route of the office door, keeping its exact types. */
export function officeRoute<const R extends OfficeRoute>(route: R): R {
  return route
}
