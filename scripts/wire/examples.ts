import type { RoundEvent } from '#domain/games/round.ts'
import { blackjack } from '#domain/games/blackjack/game.ts'
import { dealFrom } from '#domain/games/blackjack/round.ts'
import { visibleState } from '#domain/games/blackjack/visible.ts'
import type { TableOutcome } from '#domain/games/table/outcome.ts'
import { withoutNull, type Kind, type Shape } from './shape.ts'
import { catalogue } from '#domain/games/catalogue.ts'

/**
 * Examples of the wire, generated from the schemas of the contract and always the same. A value comes from `values` by
 * the name of its field, otherwise from its kind; bodies with more than the required fields are in `bodies`.
 */

const roundEvents: readonly RoundEvent[] = [
  {
    type: 'reveal',
    strips: 'base',
    stops: [3, 17, 22, 9, 30],
    grid: [
      [5, 8, 2],
      [5, 9, 10],
      [5, 7, 3],
      [6, 10, 4],
      [8, 2, 9],
    ],
  },
  {
    type: 'wins',
    wins: [{ line: 1, symbol: 5, count: 3, positions: [0, 3, 6], pay: 25 }],
    multiplier: 1,
    pay: 25,
    total: 25,
  },
  { type: 'totalWin', pay: 25 },
]

/** A round of baccarat: 5 and 8 against 7 and 6. */
/** A ten and a seven against a nine. */
const view = visibleState(blackjack, dealFrom([9, 21, 32, 4], blackjack))

const outcome = { kind: 'baccarat', player: [4, 20], banker: [32, 18] } as const satisfies TableOutcome

/** The game of the examples. */
const [{ game, company, names }] = catalogue

const kinds: Readonly<Record<Kind, unknown>> = {
  amount: '10000',
  time: '2026-01-31T04:05:06.789Z',
  day: '2026-01-31',
  id: '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4a',
  count: 1,
}

const hash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const nextHash = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'

/** By the name of the field, on the way in and out. */
const values: Readonly<Record<string, unknown>> = {
  balance: '1000000',
  balanceAfter: '1000000',
  balanceAfterStake: '999800',
  balanceBet: '200',
  balanceWin: '250',
  bankname: '국민은행',
  bankOwner: '김하늘',
  banknum: '•••••••4321',
  banks: ['국민은행', '신한은행'],
  bet: '200',
  birth: '1990-01-31',
  brand: 'nocturne',
  by: 'Cashier',
  cash: '50',
  check: 'wallet',
  claimedBy: 'Cashier',
  clientSeed: 'k3wq8ztmx5hn7rvd2yjc',
  code: game.code,
  codeRequired: false,
  company,
  contents: 'When will my deposit arrive?',
  currency: 'KRW',
  decidedBy: null,
  approvedBy: null,
  depositor: '김하늘',
  detail: 'cash is 990000, the last row of the journal says 1000000',
  device: 'Chrome on Android',
  domain: 'localhost',
  everyMinutes: 60,
  events: roundEvents,
  exclusion: null,
  excludedUntil: null,
  exchange_pw: '1234',
  faultCount: 0,
  features: ['free-spins'],
  gameCompany: company,
  gameMoney: '0',
  gameName: names.ko,
  game: game.code,
  gameUrl: '/launch/3yqk0V7m2n8c',
  hours: { opens: '09:00', closes: '23:30' },
  imgUrl: `/art/${game.code}.webp`,
  in: '250',
  in_balance: '0',
  inPlay: '0',
  held: '0',
  index: 2,
  languages: ['ko', 'en', 'jp', 'vn', 'cn'],
  level: 1,
  linkUrl: '/game',
  login: 'cashier',
  mathHash: hash,
  maxWin: '17510',
  minAge: 19,
  most: '100000',
  minSpinMs: 2500,
  name: 'NOCTURNE',
  nameEn: names.en,
  nameKo: names.ko,
  names,
  newPw: 'a-new-password-2',
  nick: '하늘',
  outcome,
  outcomes: [outcome],
  view,
  unit: '5000',
  nonce: 42,
  pair: 3,
  firstNonce: 17,
  lastNonce: 41,
  operator: 'Cashier',
  note: 'Arrived at 14:02.',
  openRound: null,
  out: '200',
  pass: '1234',
  pay: '250',
  phone: '•••••••5678',
  point: '100',
  posX: 40,
  posY: 120,
  problem: '',
  pw: 'haneul-play-1',
  quick: ['10000', '50000', '100000'],
  rate: '0.5',
  ratePerSecond: '12.5',
  realityCheckMs: 3600000,
  reason: 'The sender is another person.',
  referenceCode: 'K7Q2',
  remaining: '50000',
  reply: null,
  repliedBy: null,
  openedBy: null,
  issuedBy: null,
  retryAfter: 30,
  rolling: '120',
  rtp: '96.10',
  search: 'haneul',
  seq: '42',
  serverSeed: hash,
  serverSeedHash: hash,
  nextServerSeedHash: nextHash,
  shown: 2,
  stake: '200',
  stakes: ['200', '400', '1000'],
  subject: 'wallet 42',
  suggestion: null,
  texts: { ko: '점검 중입니다.' },
  thirdParty: company,
  timeStemp: 1769832306789,
  timeZone: 'Asia/Seoul',
  title: '입금 문의',
  titleColor: '#e8c177',
  token: 'b3Blbi1zZXNhbWU',
  turnover: '0',
  used: '30000',
  userId: 'haneul',
  volatility: 'high',
  why: 'short',
}

/**
 * Where a name alone would mislead: by call and place in it (`member user-do-login body id`), or by API and the last
 * two fields (`member * request reason`).
 */
const exceptions: Readonly<Record<string, unknown>> = {
  'member * request credited': null,
  'member * request reason': null,
  'member * balances credited': null,
  'member * balances reason': null,
  'member * rules pending': null,
  'office * limits pending': null,
  'office * request reason': '',
  'office * request credited': null,
  'office * requests reason': '',
  'office * requests credited': null,
  'office * journal kind': 'spin',
  'office * round nonce': '7',
  'play get-table success steps': [
    {
      kind: 'dealt',
      number: 41,
      at: '2026-01-31T04:05:06.789Z',
      roundId: '019c1220-5b05-7d52-9f0a-3b7f5d1c2e4a',
      outcome,
      links: [],
    },
  ],
  'play send-salt-hash body saltHash': hash,
  'play send-salt body salt': nextHash,
  'member check-user-id body id': 'haneul',
  'member check-user-nick body nick': '하늘',
  'member user-do-login body id': 'haneul',
  'member ask-password-reset body id': 'haneul',
  'member ask-password-reset body phone': '01012345678',
  'member reset-password body id': 'haneul',
  'member reset-password body code': 'H4TQ-9ZWX-K27M',
  'member user-register body id': 'haneul',
  'member user-register body phone': '01012345678',
  'member user-register body banknum': '12345674321',
  'member user-register invalid fields': { nick: 'short' },
  'member get-slot-bets-list success bets jackpot': null,
  'member get-bet success bet jackpot': null,
  'member get-jackpots success jackpots amount': '184250000',
  'member get-jackpots success jackpots share': '0.5',
  'member get-jackpots success jackpots hit': null,
  'member get-banners success banners texts': {
    ko: { title: names.ko, text: '최대 17,510배', action: '플레이' },
  },
  'member apply-user-deposit body balance': '50000',
  'member apply-user-deposit success request balance': '50000',
  'member apply-user-withdraw body balance': '50000',
  'member apply-user-withdraw success request balance': '50000',
  'member apply-user-withdraw success request type': 'withdraw',
  'member apply-user-withdraw success request status': 'wait',
  'member get-money-requests success balances balance': '50000',
  'office sign-in body pw': 'cashier-office-1',
  'office set-maintenance body minutes': 30,
  'office issue-reset-code success code': 'H4TQ-9ZWX-K27M',
  'office get-audit success acts number': '4711',
  'office get-audit success acts act': 'member.block',
  'office get-audit success acts actor': { kind: 'operator', name: '김상담', member: null },
  'office get-audit success acts subject': { text: kinds.id, name: 'haneul', member: kinds.id },
  'office get-audit success acts detail': [{ name: 'reason', value: '본인 확인' }],
  'office get-audit success next': '4682',
  'office answer-help body contents': 'Your deposit has been credited.',
}

/** Whole bodies, where the required fields alone would show too little. */
export const bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'member apply-user-deposit': { requestId: kinds.id, balance: '50000', depositor: '김하늘' },
  'member apply-user-withdraw': { requestId: kinds.id, balance: '50000', pass: '1234' },
  'member roll-to-balance': { requestId: kinds.id, point: '100' },
  'member user-transfer-in': { requestId: kinds.id, company: 'lumen', balance: '50000' },
  'member user-withdraw': { requestId: kinds.id, company: 'lumen' },
  'member user-ask-account': { pass: '1234' },
  'member get-help-list': { skip: 0, take: 5 },
  'member get-slot-bets-list': { from: '2026-01-01', to: '2026-01-31', take: 20 },
  'member get-statement': { from: '2026-01-01', to: '2026-01-31', take: 20 },
  'member get-statement-file': { from: '2026-01-01', to: '2026-01-31', format: 'csv' },
  'member get-money-requests': { type: 'deposit', take: 20 },
  'play set-client-seed': { clientSeed: values['clientSeed'], nextServerSeedHash: nextHash },
  'office get-audit': { subject: 'haneul', from: '2026-01-01', to: '2026-01-31', take: 30 },
  'office answer-help': { id: kinds.id, contents: 'Your deposit has been credited.' },
  'office get-requests': { show: 'open', type: 'deposit' },
  'office set-maintenance': { on: true, minutes: 30, texts: { ko: '점검 중입니다.' } },
}

/** The example of a body: that of `bodies`, or the required fields. `call` is `<api> <name>`. */
export function exampleBody(call: string, shape: Shape): unknown {
  return bodies[call] ?? exampleOf(shape, [call, 'body'])
}

/** The example of an answer, with its status first. */
export function exampleAnswer(call: string, status: string, shape: Shape): Record<string, unknown> {
  return { status, ...(exampleOf(shape, [call, status]) as Record<string, unknown>) }
}

function exampleOf(of: Shape, place: readonly string[]): unknown {
  const name = place.at(-1) ?? ''
  const [call = ''] = place
  const anywhere = `${call.replace(/ .*/, '')} * ${place.slice(-2).join(' ')}`
  const exception = [place.join(' '), anywhere].map((at) => exceptions[at]).find((value) => value !== undefined)
  if (exception !== undefined) return exception
  const { shape, nullable } = withoutNull(of)
  const listed = place.length > 2 ? values[name] : undefined
  if (listed !== undefined && fits(listed, shape, nullable)) return listed
  if (shape.kind) return kinds[shape.kind]
  if (shape.enum) return shape.enum[0]
  if (shape.anyOf) return exampleOf(shape.anyOf[0] ?? {}, place)
  switch (shape.type) {
    case 'array':
      return [exampleOf(shape.items ?? {}, place)]
    case 'object':
      return exampleObject(shape, place)
    case 'string':
      return 'text'
    case 'integer':
      return Math.max(1, shape.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return {}
  }
}

function exampleObject(shape: Shape, place: readonly string[]): Record<string, unknown> {
  const required = (shape.required ?? []).filter((name) => shape.properties?.[name]?.default === undefined)
  return Object.fromEntries(required.map((name) => [name, exampleOf(shape.properties?.[name] ?? {}, [...place, name])]))
}

/** Whether a value of the table is of the shape's type; one name may stand for text here and for an object there. */
function fits(value: unknown, shape: Shape, nullable: boolean): boolean {
  if (value === null) return nullable
  if (Array.isArray(value)) return shape.type === 'array'
  if (shape.enum) return shape.enum.includes(value)
  if (shape.anyOf) return shape.anyOf.some((one) => fits(value, one, false))
  if (shape.kind === 'time' || shape.kind === 'day' || shape.kind === 'id') return false
  if (shape.kind === 'amount') return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
  if (typeof value === 'number') return shape.type === 'integer' || shape.type === 'number'
  return typeof value === shape.type
}
