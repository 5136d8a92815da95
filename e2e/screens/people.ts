import { randomUUID } from 'node:crypto'
import { loadConfig } from '#server/config.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { createDb, createPool } from '#server/db/pool.ts'
import { makeMember, makePlaySession, makeSession, type MemberOptions, type Site } from '#server/seed/builders.ts'
import { wholeUnits } from '#domain/money.ts'
import type { Program } from '../program.ts'
import { caller, officeCaller, type Caller } from './calls.ts'
import { anySlot, openAnySlot, type GameBody } from '#test/any-slot.ts'
import { excludedPhone, fillDesks, type Desks } from './desks.ts'

/**
 * The members whose screens are captured. `member` has everything: requests in every state, replies, notes, bets, comp;
 * `newcomer` has nothing; `blocked` and `excluded` are restricted; `player` has a game window.
 */
export const people = ['member', 'newcomer', 'blocked', 'excluded', 'player'] as const
export type PersonName = (typeof people)[number]

/** The running program with these members, and the ids and addresses that the screens use. */
export type World = {
  site: string
  office: string
  popupIds: readonly string[]
  noticeId: string
  roundId: string
  userIds: Readonly<Record<PersonName, string>>
  /** Starts a session and returns its token for a cookie. */
  enter: (name: PersonName) => Promise<string>
  /** Their id and password. */
  secretsOf: (name: PersonName) => { id: string; pw: string }
  /** The URL of a game window of `player` in the session of this token. */
  openWindow: (token: string, game?: GameBody) => Promise<string>
  /** The operators and their work, made when the first screen of the office is taken. */
  desks: () => Promise<Desks>
  close: () => Promise<void>
}

const moonlight: MemberOptions = {
  nick: '달빛나그네',
  cash: wholeUnits(12_845_600),
  level: 5,
  phone: '01023456789',
  bankName: '카카오뱅크',
  bankNumber: '3333012345678',
  bankOwner: '한가람',
  pin: '5294',
}
const optionsOf: Readonly<Record<PersonName, MemberOptions>> = {
  member: { ...moonlight, loginId: 'moonlight' },
  newcomer: { loginId: 'newcomer', nick: '새봄', bankOwner: '이새봄' },
  blocked: { loginId: 'stillwater', nick: '고요', cash: wholeUnits(52_000), status: 'blocked' },
  excluded: { loginId: 'restful', nick: '쉼표', cash: wholeUnits(52_000), phone: excludedPhone },
  player: { loginId: 'nightowl', nick: '올빼미', cash: wholeUnits(2_400_000), level: 3 },
}

const device =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Adds the members to the demo data through the APIs, as members and operators would. */
export async function fillWorld(program: Program): Promise<World> {
  const database = await startEmbedded({ dataDir: program.dataDir })
  // As the owner: the role of the application may not issue money.
  const pool = createPool(database.ownerUrl, { max: 3 })
  const config = await loadConfig({ DATA_DIR: program.dataDir })
  const site: Site = { db: createDb(pool, config.secret), config }
  const brand = await site.db.selectFrom('brand').select('id').where('code', '=', 'nocturne').executeTakeFirstOrThrow()
  const members = Object.fromEntries(
    await Promise.all(people.map(async (name) => [name, await makeMember(site, brand, optionsOf[name])] as const)),
  ) as Record<PersonName, Awaited<ReturnType<typeof makeMember>>>
  const enter = async (name: PersonName): Promise<string> => {
    const { id, token } = await makeSession(site, members[name])
    await site.db.updateTable('member_session').set({ user_agent: device }).where('id', '=', id).execute()
    return token
  }
  const playAs = async (name: PersonName): Promise<Caller> => {
    const session = await makeSession(site, members[name])
    const { id } = await makePlaySession(site, members[name], session)
    return caller(program.site, session.token, id)
  }
  const manager = await officeCaller(program.office, 'manager')
  const cashier = await officeCaller(program.office, 'cashier')
  const member = caller(program.site, await enter('member'))
  await Promise.all([
    liveThrough(member, { manager, cashier }, members.member.loginId),
    ...(['member', 'player'] as const).map(async (name) => spinSome(await playAs(name))),
  ])
  await setLimits(member)
  await caller(program.site, await enter('excluded'))('routes/exclude-me', {
    lasts: '6m',
    pw: members.excluded.password,
  })
  const noticeId = await publish(manager)
  const { note } = await member('routes/get-notice-popup', {})
  let desks: Promise<Desks> | undefined
  return {
    site: program.site,
    office: program.office,
    popupIds: (note as { id: string }[]).map((popup) => popup.id),
    noticeId,
    roundId: await roundOf(member),
    userIds: Object.fromEntries(people.map((name) => [name, members[name].loginId])) as World['userIds'],
    enter,
    secretsOf: (name) => ({ id: members[name].loginId, pw: members[name].password }),
    openWindow: async (token, game) => openGame(caller(program.site, token), game),
    desks: () => (desks ??= fillDesks({ program, site, brand, memberId: members.member.publicId })),
    close: async () => {
      await pool.end()
      await database.release()
    },
  }
}

async function roundOf(member: Caller): Promise<string> {
  const { bets } = await member('routes/get-slot-bets-list', {})
  return (bets as { roundId: string }[])[0]?.roundId ?? ''
}

/** Limits in every state: hardly used, nearly used up, and one with a pending raise. */
async function setLimits(member: Caller): Promise<void> {
  const set = (kind: string, period: string, most: string) => member('routes/set-limit', { kind, period, most })
  await set('deposit', 'day', '2000000')
  await set('loss', 'month', '300000')
  await set('loss', 'month', '500000')
  await set('session_time', 'day', '120')
  await member('routes/set-favourite', { code: anySlot.code, on: true })
}

async function openGame(call: Caller, game: GameBody = openAnySlot()): Promise<string> {
  for (;;) {
    const answer = await call('routes/open-game', game)
    if (answer.status === 'success') return String(answer['gameUrl'])
    if (answer.status !== 'time') throw new Error(`the game window answered ${answer.status}`)
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}

/** A member's activity over some weeks: every kind of request and inquiry. */
async function liveThrough(
  member: Caller,
  { manager, cashier }: { manager: Caller; cashier: Caller },
  userId: string,
): Promise<void> {
  const deposit = async (balance: string): Promise<string> => {
    const { request } = await member('routes/apply-user-deposit', {
      requestId: randomUUID(),
      balance,
      depositor: '한가람',
    })
    return (request as { id: string }).id
  }
  const decide = async (name: string, id: string, more: object, by = manager): Promise<void> => {
    await by('office/claim-request', { id })
    const answer = await by(`office/${name}`, { id, requestId: randomUUID(), ...more })
    if (answer.status !== 'success') throw new Error(`${name} answered ${JSON.stringify(answer)}`)
  }
  await decide('approve-deposit', await deposit('300000'), { credited: '300000' })
  await decide('approve-deposit', await deposit('100000'), {
    credited: '95000',
    reason: '은행 수수료 5,000원을 뺀 금액이 들어왔습니다.',
  })
  await decide('reject-request', await deposit('50000'), {
    reason: '입금자명이 예금주와 달라 확인이 필요합니다. 고객센터로 문의해 주세요.',
  })
  await member('routes/cancel-money-request', { id: await deposit('70000') })
  await deposit('1250000')
  const withdraw = async (balance: string): Promise<string> => {
    const answer = await member('routes/apply-user-withdraw', { requestId: randomUUID(), balance, pass: '5294' })
    if (answer.status !== 'success') throw new Error(`a withdrawal of ${balance} answered ${JSON.stringify(answer)}`)
    return (answer['request'] as { id: string }).id
  }
  // Who credited a member cannot pay them alone, and a first payment takes two.
  const paid = await withdraw('200000')
  await decide('approve-withdrawal', paid, {})
  await decide('pay-withdrawal', paid, {}, cashier)
  await manager('office/claim-request', { id: await withdraw('480000') })
  await sendNotes(manager, userId)
  await askForHelp(member, manager)
}

async function askForHelp(member: Caller, manager: Caller): Promise<void> {
  const write = async (title: string, contents: string): Promise<string> =>
    String((await member('routes/user-write-help', { title, contents }))['id'])
  const answer = async (id: string, contents?: string): Promise<void> => {
    await manager('office/open-help', { id })
    await manager('office/answer-help', { id, ...(contents !== undefined && { contents }) })
  }
  const { helpId } = await member('routes/user-ask-account', {})
  await answer(String(helpId))
  const answered = await write(
    '출금은 보통 얼마나 걸리나요?',
    '안녕하세요.\n어젯밤에 출금을 신청했는데 언제쯤 받을 수 있는지 궁금합니다.\n늦어지면 미리 알려 주시면 좋겠습니다.',
  )
  await answer(
    answered,
    '안녕하세요, 달빛나그네님.\n출금은 보통 10분 안에 처리됩니다. 확인이 필요한 경우에는 쪽지로 먼저 알려 드립니다.\n감사합니다.',
  )
  await manager('office/open-help', { id: await write('닉네임을 바꿀 수 있나요?', '닉네임을 바꾸고 싶습니다.') })
  await write(
    '황금 호랑이의 무료 스핀이 끝난 뒤 화면이 멈춘 것처럼 보였는데, 결과가 제대로 반영되었는지 확인해 주실 수 있을까요?',
    '어제 저녁 9시쯤입니다.',
  )
}

async function sendNotes(manager: Caller, userId: string): Promise<void> {
  const notes = [
    ['이번 주말 점검 안내', '', '<p>토요일 새벽 4시부터 30분 동안 서비스를 점검합니다.</p>'],
    [
      '새 등급이 되신 것을 축하드립니다',
      '#7ab0ff',
      '<p><strong>5등급</strong>이 되셨습니다. 콤프 적립률이 0.9%로 올랐습니다.</p><ul><li>슬롯 0.9%</li><li>라이브 카지노 0.18%</li></ul>',
    ],
    [
      'Thông báo bảo trì / Maintenance notice',
      '#3ddc97',
      '<p>Hệ thống sẽ bảo trì vào rạng sáng thứ Bảy. ご不便をおかけします。系统维护期间无法登录。</p>',
    ],
  ] as const
  for (const [title, titleColor, contents] of notes)
    await manager('office/send-note', { userId, title, titleColor, contents })
}

async function publish(manager: Caller): Promise<string> {
  const { id } = await manager('office/create-notice', {
    title: '입금과 출금 이용 시간, 처리 기준, 한도를 한눈에 보실 수 있도록 정리했습니다',
    contents: [
      '<p>입금과 출금은 <strong>24시간</strong> 신청하실 수 있습니다. 자세한 기준은 아래 표를 확인해 주세요.</p>',
      '<table><thead><tr><th>구분</th><th>최소</th><th>최대</th><th>보통 걸리는 시간</th></tr></thead><tbody>',
      '<tr><td>입금</td><td>10,000원</td><td>10,000,000원</td><td>10분</td></tr>',
      '<tr><td>출금</td><td>10,000원</td><td>10,000,000원</td><td>10분</td></tr></tbody></table>',
      '<h3>확인해 주세요</h3><ul><li>본인 명의의 계좌만 사용하실 수 있습니다.</li><li>답변으로 받으신 계좌에만 입금해 주세요.</li></ul>',
      '<p><a href="/ko/help">고객센터</a>에서 언제든지 도와드리겠습니다.</p>',
    ].join(''),
  })
  await manager('office/create-popup', {
    title: '토요일 새벽 점검 안내',
    titleColor: '#7ab0ff',
    posX: 420,
    posY: 160,
    contents:
      '<p>토요일 새벽 <strong>4시부터 30분</strong> 동안 점검합니다. 진행 중인 라운드는 점검 뒤에 이어집니다.</p>',
  })
  return String(id)
}

/** Plays a few rounds at the brand's pace. */
async function spinSome(call: Caller): Promise<void> {
  for (const stake of ['4000', '10000', '2000', '20000']) {
    const answer = await call('play/spin', { requestId: randomUUID(), stake })
    if (answer.status !== 'success') throw new Error(`a spin of ${stake} answered ${JSON.stringify(answer)}`)
    const { roundId, events } = answer['round'] as { roundId: string; events: unknown[] }
    await call('play/ack', { roundId, index: events.length - 1 })
    await new Promise((resolve) => setTimeout(resolve, 2_700))
  }
}
