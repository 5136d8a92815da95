import {
  memberNames,
  officeCaller,
  openFirstGame,
  registrationOf,
  roles,
  unknownId,
  type Caller,
  type World,
} from './world.ts'

/** Every call of the contract, by every kind of caller, with a plausible body. */

type Body = (world: World, caller: Caller) => Record<string, unknown>

const requestOf: Body = (world) => ({ id: world.ids['decided'], requestId: world.requestId() })
const idOf =
  (name: string): Body =>
  (world) => ({ id: world.ids[name] })
const transfer: Body = (world) => ({ requestId: world.requestId(), company: 'lotus', balance: '1000' })
const period = (): { from: string; to: string } => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  return { from: day(-2), to: day(2) }
}

const bodies: Readonly<Record<string, Body>> = {
  'routes/user-do-login': (_, { id, pw }) => ({ id, pw }),
  'routes/user-register': (_, { name }) => registrationOf(`matrix${name.slice(0, 6)}`, `표${name.slice(0, 5)}`),
  'routes/check-user-id': () => ({ id: 'matrixfree' }),
  'routes/check-user-nick': () => ({ nick: '새별명' }),
  'routes/user-write-help': (_, { name }) => ({ title: '문의', contents: `${name}의 문의입니다.` }),
  'routes/read-help-message': idOf('help'),
  'routes/read-note-message': idOf('note'),
  'routes/user-ask-account': (_, { pin }) => ({ pass: pin }),
  'routes/apply-user-deposit': (world) => ({ requestId: world.requestId(), balance: '50000', depositor: '김연습' }),
  'routes/apply-user-withdraw': (world, { pin }) => ({ requestId: world.requestId(), balance: '10000', pass: pin }),
  'routes/roll-to-balance': (world) => ({ requestId: world.requestId() }),
  'routes/get-slot-by-company': () => ({ company: 'baize' }),
  'routes/open-game': () => openFirstGame,
  'routes/change-password': (_, { pw }) => ({ pw, newPw: 'short' }),
  'routes/change-exchange-pass': (_, { pw }) => ({ pw, pass: '1111' }),
  'routes/cancel-money-request': idOf('decided'),
  'routes/set-limit': () => ({ kind: 'wager', period: 'month', most: '5000000' }),
  'routes/take-a-break': () => ({ lasts: '24h' }),
  'routes/exclude-me': (_, { pw }) => ({ lasts: '6m', pw }),
  'routes/user-transfer-in': transfer,
  'routes/user-withdraw': transfer,
  'routes/get-notice': idOf('notice'),
  'routes/set-favourite': () => ({ code: openFirstGame.code, on: true }),
  'routes/get-bet': () => ({ roundId: unknownId }),
  'routes/get-statement': period,
  'routes/get-statement-file': () => ({ ...period(), format: 'csv' }),
  'routes/end-session': () => ({ id: unknownId }),
  'routes/ask-password-reset': (_, { id }) => ({ id, phone: '01000000000' }),
  'routes/reset-password': (_, { id }) => ({ id, code: '00000000', newPw: 'harbour-lights-9' }),
  'play/spin': (world) => ({ requestId: world.requestId(), stake: '123' }),
  'play/ack': () => ({ roundId: unknownId, index: 0 }),
  'play/get-round': () => ({ roundId: unknownId }),
  'play/set-client-seed': () => ({ clientSeed: 'matrix-seed' }),
  'office/sign-in': (_, { name }) => ({ login: name, pw: `${name}-office-1` }),
  'office/get-request': idOf('decided'),
  'office/claim-request': idOf('decided'),
  'office/release-request': idOf('decided'),
  'office/approve-deposit': (world, caller) => ({ ...requestOf(world, caller), credited: '1000' }),
  'office/propose-deposit': (world, caller) => ({ ...requestOf(world, caller), credited: '1000' }),
  'office/reject-request': (world, caller) => ({ ...requestOf(world, caller), reason: '거절' }),
  'office/approve-withdrawal': requestOf,
  'office/pay-withdrawal': requestOf,
  'office/open-help': idOf('help'),
  'office/answer-help': (world) => ({ id: world.ids['help'], contents: '답변' }),
  'office/approve-registration': idOf('member'),
  'office/reject-registration': (world) => ({ id: world.ids['member'], reason: '거절' }),
  'office/get-member': idOf('member'),
  'office/send-note': (_, { name }) => ({ userId: 'morning', title: `${name}의 쪽지`, contents: '<p>안내</p>' }),
  'office/create-notice': (_, { name }) => ({ title: `${name}의 공지`, contents: '<p>공지</p>' }),
  'office/hide-notice': idOf('notice'),
  'office/create-popup': (_, { name }) => ({ title: `${name}의 팝업`, contents: '<p>팝업</p>' }),
  'office/hide-popup': idOf('popup'),
  'office/set-maintenance': () => ({ on: false }),
  'office/open-password-reset': idOf('reset'),
  'office/issue-reset-code': idOf('reset'),
  'office/refuse-password-reset': (world) => ({ id: world.ids['reset'], reason: '거절' }),
  'office/get-round': (world) => ({ id: world.ids['round'] }),
  'office/get-book-run': idOf('run'),
}

/** Calls that change the caller's rights come after all others. */
const last = [
  'routes/change-exchange-pass',
  'routes/change-password',
  'routes/del-all-help',
  'routes/user-del-note',
  'routes/take-a-break',
  'routes/exclude-me',
  'routes/end-other-sessions',
  'play/close-window',
  'routes/user-logout',
  'routes/user-do-login',
  'office/sign-out',
]

/** The calls of a listener, as its OpenAPI lists them. */
export function callsOf(openApi: unknown): string[] {
  const { paths = {} } = openApi as { paths?: Record<string, unknown> }
  const calls = Object.keys(paths).map((path) => path.replace(/^\/api\//, ''))
  return [...calls.filter((call) => !last.includes(call)).toSorted(), ...last.filter((call) => calls.includes(call))]
}

function bodyOf(world: World, caller: Caller, call: string): Record<string, unknown> {
  return bodies[call]?.(world, caller) ?? {}
}

export async function walkMatrix(
  world: World,
  calls: { site: readonly string[]; office: readonly string[] },
): Promise<void> {
  world.recorder.section('every call')
  const outsider = officeCaller(world.recorder, 'outsider', null)
  const stranger = officeCaller(
    world.recorder,
    'member at the office',
    'office=a-token-of-a-member-0000000000000000000000',
  )
  const operators = [outsider, stranger, ...roles.map((role) => world.office[role])]
  for (const call of calls.office) {
    if (call === 'office/check-books') await pauseForBooks(world)
    for (const caller of operators) {
      await caller.call(call, bodyOf(world, caller, call))
      if (call === 'office/check-books') await pauseForBooks(world)
    }
  }
  for (const call of calls.site.toSorted((a, b) => Number(last.includes(a)) - Number(last.includes(b)))) {
    for (const name of memberNames) {
      const caller = world.member[name]
      const play = call.startsWith('play/') ? { play: world.ids[`window ${name}`] ?? unknownId } : {}
      await caller.call(call, bodyOf(world, caller, call), play)
    }
  }
}

/** Waits for the books check, because a running one would make the next answer random. */
async function pauseForBooks(world: World): Promise<void> {
  const end = performance.now() + 60_000
  for (;;) {
    const answer = await world.office.manager.call('office/get-books', {}, { quiet: true })
    const { open } = answer.json as { open?: unknown }
    if (open === null || performance.now() > end) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
