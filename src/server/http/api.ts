import { finished } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Route, SentFile, Urgency } from '#contract/route.ts'
import { crashPoint } from '#server/crash-point.ts'
import type { Metrics } from '#server/metrics.ts'
import { addressOf } from './address.ts'
import type { Buckets } from './rate-limits.ts'
import { readBody } from './json.ts'
import { fieldsOf, isForGuests, parseThrottled, refuseBody } from './parsed-body.ts'
import { refusalOf, refuse, type Refusal } from './refusal.ts'
import type { HeldBytes } from './held-bytes.ts'
import type { Pace } from './pace.ts'
import { sendFile } from './sent-file.ts'
import type { Admission } from './admission.ts'
import type { CallerCall, CallerTurns, ClaimedSession } from './caller-turns.ts'

/**
 * The mechanism of every API. A call passes, in this order: forgery check and content type (`screen`), its caller's turns,
 * admission, the signature of the raw body where the API has one (`verify`), JSON parsing, authentication (`admit`), the contract's
 * shape of the body and the token buckets (both before authentication where guests may call), the handler, and the contract's shape of the answer, field
 * by field: fields outside the contract are not sent.
 */

export type AdmitResult =
  /** `forget` is called when the handler finds that the session has ended. */
  | { in: unknown; forget?: () => void }
  | { out: Refusal }
  /** The answer depends on the caller only: `blocked` or `excluded`, a status of the route. */
  | { answer: string }

/** Any handler: the types of each API's table tie it to its context and body. */
type AnyHandler = (context: never, body: never) => Promise<{ status: string }>

export type Api = {
  name: 'member' | 'play' | 'office' | 'provider'
  /** `/api/routes/` */
  prefix: string
  routes: Readonly<Record<string, Route>>
  handlers: Readonly<Record<string, AnyHandler>>
  /** Checks the headers, before the body is read. */
  screen: (request: FastifyRequest, route: Route) => Refusal | null
  /**
   * The session that a call claims, read without a look-up; null for a guest. It decides for whom the call counts
   * (`caller-turns.ts`). Left out where the API bounds its callers itself.
   */
  claimOf?: (request: FastifyRequest) => ClaimedSession | null
  /**
   * Authenticates the caller by the bytes of the body, before anything is parsed: a signature covers bytes, not values.
   * The caller it finds is handed to `admit`.
   */
  verify?: (request: FastifyRequest, raw: Uint8Array) => Promise<{ caller: unknown } | { out: Refusal }>
  /**
   * Authenticates the caller and checks their access; `caller` is what `verify` found. The brand may be the caller's.
   */
  admit: (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    caller: unknown,
    call: CallerCall | null,
  ) => Promise<AdmitResult>
  /** How answers and refusals are written; left out, as `{status, …}`. */
  answers?: ApiAnswers
  /** The account named by a call, for the token buckets. */
  accountOf: (body: unknown) => string | null
}

/** How an API writes what it sends back. */
export type ApiAnswers = {
  /** A writer for one route: checks an answer of the handler by the contract and serialises it. */
  createWriter: (name: string, route: Route) => (answer: { status: string }) => WrittenAnswer
  refuse: (reply: FastifyReply, refusal: Refusal) => FastifyReply
}

/** An answer ready to be sent, with its status for the metrics. */
export type WrittenAnswer = { status: string; text: string }

/** The answers of the APIs of this product: the status names the answer, errors are those of the contract. */
const statusAnswers: ApiAnswers = { createWriter: createAnswerWriter, refuse }

/**
 * Delay of the answer to a rejected call. Without it, callers that retry at once would fill every iteration of the
 * event loop; as each database connection is read once per iteration, the server would come to a halt.
 */
const rejectDelayMs = 400

/** The same for a caller with too many calls in flight, which no page makes: its repetitions must cost little time. */
const floodDelayMs = 2_000

/** The largest statement takes a minute and a half over a line of 1 Mbit/s; a slower transfer than this is aborted. */
const longestFileMs = 180_000

export type ApiServices = {
  turns: CallerTurns
  admission: Admission
  buckets: Buckets
  metrics: Metrics
  log: Logger
  /** Bounds the answers that wait for their readers; unbounded when left out. */
  held?: HeldBytes
  /** How slowly a reader may take a file; `usualFilePace` when left out. */
  filePace?: Pace
}

/** Registers an API's routes on a listener, and 404 and 405 for everything else under its prefix. */
export function addApi(app: FastifyInstance, api: Api, services: ApiServices): void {
  const urls = new Set<string>()
  const { refuse: refuseCall } = api.answers ?? statusAnswers
  app.setErrorHandler((error, request, reply) => refuseCall(reply, refusalOf(error, request, services.log)))
  for (const [name, route] of Object.entries(api.routes)) {
    const handler = api.handlers[name]
    if (handler === undefined) throw new Error(`The ${api.name} API has no handler for ${name}.`)
    const url = api.prefix + name
    urls.add(url)
    const serve = createTurnTaking(api, route, createServing(api, name, route, handler, services), services)
    app.route({
      method: 'POST',
      url,
      ...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
      onRequest: async (request, reply) => {
        const refusal = screenBody(request) ?? api.screen(request, route)
        if (!refusal) return undefined
        services.metrics.countCall(api.name, name, String(refusal.code), 0)
        return refuseCall(reply, refusal)
      },
      handler: async (request, reply) => {
        await serve(request, reply)
        return reply
      },
    })
  }
  app.all(
    `${api.prefix}*`,
    {
      onRequest: async (request, reply) => {
        const [path = ''] = request.url.split('?', 1)
        return refuseCall(reply, { code: urls.has(path) ? 405 : 404 })
      },
    },
    async () => undefined,
  )
}

/** A declared content type other than JSON is refused even when the body is empty. */
function screenBody(request: FastifyRequest): Refusal | null {
  const kind = request.headers['content-type']
  return kind === undefined || isJson(kind) ? null : { code: 415 }
}

/** Whether a content type is JSON; with a charset it must be UTF-8. */
export function isJson(kind: string): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(kind)
}

/**
 * Serves a call that is counted for its caller already, and ends it; null where the API does not count. A promise of the reply would wait
 * for the whole answer to be sent, once in each function that passes it on.
 */
type CountedServing = (request: FastifyRequest, reply: FastifyReply, call: CallerCall | null) => Promise<void>

function createServing(
  api: Api,
  name: string,
  route: Route,
  handler: AnyHandler,
  { admission, buckets, metrics, held, filePace }: ApiServices,
): CountedServing {
  const urgency: Urgency = route.urgency ?? 'act'
  const answers = api.answers ?? statusAnswers
  const write = answers.createWriter(name, route)

  const serveAdmitted = async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: CallerCall | null,
  ): Promise<Served> => {
    const raw = (request.body ?? noBytes) as Uint8Array
    const verified = api.verify ? await api.verify(request, raw) : { caller: null }
    if ('out' in verified) return { refusal: verified.out }
    const read = readBody(raw)
    if ('bad' in read) return { refusal: refuseBody(buckets, { route, request, fields: read.bad }) }
    const early = isForGuests(route) ? parseThrottled(buckets, { api, route, request, value: read.value }) : null
    if (early !== null && 'refusal' in early) return early
    const admitted = await api.admit(request, reply, route, verified.caller, call && withoutPlace(call, admission))
    if ('out' in admitted) {
      if (admitted.out.code === 401) call?.notFound()
      return { refusal: admitted.out }
    }
    if (!isForGuests(route) && route.session !== 'own') call?.verified()
    // A stranger who names a session without having it must not use up the buckets of the address.
    const parsed = early ?? parseThrottled(buckets, { api, route, request, value: read.value })
    if ('refusal' in parsed) return parsed
    if ('answer' in admitted) return write({ status: admitted.answer })
    const noPlace = route.file ? refuseFile(reply, call, { admission, metrics, api: api.name }) : null
    if (noPlace !== null) return { refusal: noPlace }
    // The table's types tie each handler to its own context and body; here they are erased.
    const answer = await handler(admitted.in as never, parsed.body as never)
    if (route.session === 'own' && isApiRefusal(answer.status)) {
      if (answer.status === 'unauthenticated') {
        admitted.forget?.()
        call?.notFound()
      }
      return { refusal: { code: answer.status === 'unauthenticated' ? 401 : 403 } }
    }
    if (route.session === 'own') call?.verified()
    if (route.file && answer.status === 'success') return { status: 'success', file: fileOf(name, answer) }
    return write(answer)
  }

  return async (request, reply, call) => {
    if (!admission.enter(urgency)) {
      call?.leave()
      metrics.countShed(api.name, urgency)
      await pause(rejectDelayMs)
      answers.refuse(reply, { code: 503, retryAfterSeconds: admission.retryAfterSeconds(urgency) })
      return
    }
    const startedMs = performance.now()
    let outcome = 'failed'
    try {
      const served = await serveAdmitted(request, reply, call)
      crashPoint('api.before-answer')
      const refusal =
        'refusal' in served ? served.refusal : holdAnswer(request, reply, { route, answer: served, held, metrics })
      if ('refusal' in served || refusal !== null) {
        outcome = String(refusal?.code)
        if (refusal !== null) answers.refuse(reply, refusal)
        return
      }
      outcome = served.status
      if ('file' in served) sendFile(reply, served.file, filePace)
      else reply.type('application/json; charset=utf-8').send(served.text)
    } finally {
      admission.leave()
      call?.leave()
      metrics.countCall(api.name, name, outcome, (performance.now() - startedMs) / 1_000)
    }
  }
}

/**
 * Counts the answer of a read until it is sent or aborted; the refusal where there is no room for it. An act has had its effect, and is
 * answered.
 */
function holdAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { route, answer, held, metrics }: { route: Route; answer: object; held: HeldBytes | undefined; metrics: Metrics },
): Refusal | null {
  if (held === undefined || route.reads !== true || !('text' in answer)) return null
  const release = held.hold(addressOf(request), Buffer.byteLength(String(answer.text)))
  if (release === null) {
    metrics.countShed('listener', 'bytes')
    return { code: 429, retryAfterSeconds: 5 }
  }
  finished(reply.raw, release)
  return null
}

/** Serves a call in a turn of its caller, or refuses it when too many of the caller's are in flight. */
function createTurnTaking(
  api: Api,
  route: Route,
  serve: CountedServing,
  { turns, metrics }: ApiServices,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const { claimOf } = api
  if (claimOf === undefined) return (request, reply) => serve(request, reply, null)
  const isOwn = route.session === 'own'
  // Health checks share a statement, and a guest's throttled call has the bucket of its address: they are only counted.
  const isOnlyCounted = isOwn ? route.urgency === 'poll' : isForGuests(route) && route.throttle !== undefined
  /** A spin waits in the queue of its member; more of them than fit there read what became of their keys. */
  const skipsTurn = (call: CallerCall): boolean => isOnlyCounted || (isOwn && call.skipTurn())
  const refuseForCaller = async (reply: FastifyReply): Promise<void> => {
    metrics.countShed(api.name, 'caller')
    await pause(floodDelayMs)
    const refusal = { code: 429, retryAfterSeconds: turns.retryAfterSeconds() } as const
    ;(api.answers ?? statusAnswers).refuse(reply, refusal)
  }
  return (request, reply) => {
    const call = turns.enter(claimOf(request), () => addressOf(request))
    if (call === null) return refuseForCaller(reply)
    if (skipsTurn(call)) return serve(request, reply, call)
    return call.begin().then((mayWork) => {
      if (mayWork) return serve(request, reply, call)
      call.leave()
      return refuseForCaller(reply)
    })
  }
}

/** A call that also gives its place of the listener to others while it waits outside its turn. */
function withoutPlace(call: CallerCall, admission: Admission): CallerCall {
  return { ...call, outsideTurn: (wait) => admission.outside(() => call.outsideTurn(wait)) }
}

const noBytes = new Uint8Array()
const noop = (): void => undefined

type Served = { refusal: Refusal } | WrittenAnswer | { status: string; file: SentFile }

function fileOf(name: string, answer: object): SentFile {
  if (!('file' in answer)) throw new Error(`The handler of ${name} answered success without its file.`)
  return answer.file as SentFile
}

/** Reserves the places for sending a file, one of the caller and one of the listener; the refusal where there is none. */
function refuseFile(
  reply: FastifyReply,
  call: CallerCall | null,
  { admission, metrics, api }: { admission: Admission; metrics: Metrics; api: string },
): Refusal | null {
  const leaveCaller = call === null ? noop : call.enterFile()
  if (leaveCaller === null) {
    metrics.countShed(api, 'caller')
    return { code: 429, retryAfterSeconds: admission.retryAfterSeconds('act') }
  }
  const leave = admission.enterFile()
  if (leave === null) {
    leaveCaller()
    metrics.countShed(api, 'file')
    return { code: 503, retryAfterSeconds: admission.retryAfterSeconds('poll') }
  }
  // Until the response is finished or aborted.
  const timer = setTimeout(() => reply.raw.destroy(), longestFileMs)
  finished(reply.raw, () => {
    clearTimeout(timer)
    leave()
    leaveCaller()
  })
  return null
}

function isApiRefusal(status: string): status is 'unauthenticated' | 'forbidden' {
  return status === 'unauthenticated' || status === 'forbidden'
}

const knownShapes = new WeakMap<Route, ReadonlyMap<string, z.ZodType>>()

/** The shapes of a route's answers by their status, made once for all listeners of a process. */
function shapesOf(route: Route): ReadonlyMap<string, z.ZodType> {
  const known = knownShapes.get(route)
  if (known !== undefined) return known
  const shapes = new Map(
    Object.entries(route.answers).map(([status, shape]) => [
      status,
      z.object({ status: z.literal(status), message: z.string().optional(), ...shape.shape }),
    ]),
  )
  knownShapes.set(route, shapes)
  return shapes
}

/** Serialises the answers of a route by their closed shapes: undeclared fields are dropped, wrong ones are a defect. */
function createAnswerWriter(name: string, route: Route): (answer: { status: string }) => WrittenAnswer {
  const shapes = shapesOf(route)
  return (answer) => {
    const shape = shapes.get(answer.status)
    if (!shape)
      throw new Error(`The handler of ${name} answered ${answer.status}, which its contract does not declare.`)
    const shaped = shape.safeParse(answer)
    if (!shaped.success) {
      throw new Error(`The handler of ${name} answered ${answer.status} in another shape than its contract.`, {
        cause: fieldsOf(shaped.error),
      })
    }
    return { status: answer.status, text: JSON.stringify(shaped.data) }
  }
}
