import { z } from 'zod'

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

/**
 * What a call of the office needs of the operator's second factor (docs/decisions/022-second-factor.md).
 *
 * - `none`: nothing; it also works before the factor is proven.
 * - `session`: proven once in this session.
 * - `recent`: proven in the last 10 minutes.
 * - `each`: a proof of the last 10 minutes, which the call uses up. A refusal returns it.
 */
export type FactorLevel = 'none' | 'session' | 'recent' | 'each'

/** What is missing where a call is answered `factor`; the first three hold for every call of the session. */
export const factorNeeds = ['enrolment', 'sign-in', 'recovery-codes', 'recent', 'act'] as const
export type FactorNeed = (typeof factorNeeds)[number]

/** The answer `factor`; rows that decide by themselves what they need name it too. */
export const factorNeeded = z.object({
  needs: z.enum(factorNeeds).meta({
    description:
      'What the second factor lacks: `enrolment` or `recovery-codes` of a new operator, the proof at `sign-in`, a `recent` proof, or one for this `act`.',
  }),
})

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
export const throttles = ['sign-in', 'register', 'check-name', 'reset', 'file', 'seed', 'write', 'watch'] as const
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
  /** The token buckets a call must pass, per address, and there per account named or, of signed-in callers, per caller. */
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
  /** Left out: `session` for calls that only read, `recent` for all others. */
  readonly factor?: FactorLevel
}

/** What a call of the office needs of the operator's second factor. */
export function factorOf(route: OfficeRoute): FactorLevel {
  if (route.access === 'anyone') return 'none'
  return route.factor ?? (route.reads ? 'session' : 'recent')
}

/** A row with the answer `factor`, unless the call needs no second factor. */
type WithFactor<R extends OfficeRoute> = R extends { access: 'anyone' } | { factor: 'none' }
  ? R
  : Omit<R, 'answers'> & { answers: R['answers'] & { factor: typeof factorNeeded } }

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

/** Declares a route of the office API, keeping its exact types, and adds the answer `factor` where it may occur. */
export function officeRoute<const R extends OfficeRoute>(route: R): WithFactor<R> {
  const full = factorOf(route) === 'none' ? route : { ...route, answers: { ...route.answers, factor: factorNeeded } }
  // The condition of `WithFactor` is the one of `factorOf`.
  return full as WithFactor<R>
}
