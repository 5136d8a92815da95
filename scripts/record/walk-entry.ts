import {
  enterMember,
  enterOffice,
  memberCaller,
  officeCaller,
  openFirstGame,
  registerMember,
  registrationOf,
  roles,
  textAt,
  unknownId,
  type World,
} from './world.ts'

/** Probes, requests that a listener refuses, the documents of the pages, registration and sign-in. */

export async function walkProbes({ recorder }: World): Promise<void> {
  recorder.section('probes')
  for (const listener of ['site', 'office'] as const) {
    for (const path of [
      '/healthz',
      '/readyz',
      '/robots.txt',
      '/sitemap.xml',
      '/manifest.webmanifest',
      '/favicon.ico',
    ]) {
      await recorder.send({ caller: 'guest', listener, method: 'GET', path })
    }
    await recorder.send({ caller: 'guest', listener, method: 'HEAD', path: '/' })
    await recorder.send({ caller: 'guest', listener, method: 'POST', path: '/', body: {} })
    await recorder.send({ caller: 'guest', listener, method: 'GET', path: '/assets/none-00000000.js' })
    await recorder.send({ caller: 'guest', listener, method: 'GET', path: '/..%2f..%2fpackage.json' })
    await recorder.send({ caller: 'guest', listener, method: 'GET', path: '/%' })
  }
}

export async function walkErrors({ recorder }: World): Promise<void> {
  recorder.section('errors')
  const wide = JSON.stringify({ title: 'x'.repeat(70_000), contents: 'x' })
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  const targets = [
    { listener: 'site', call: '/api/routes/get-banners', other: '/api/routes/no-such-call' },
    { listener: 'site', call: '/api/routes/get-member', other: '/api/routes/' },
    { listener: 'site', call: '/api/play/get-session', other: '/api/play/no-such-call' },
    { listener: 'office', call: '/api/office/sign-in', other: '/api/office/no-such-call' },
    { listener: 'office', call: '/api/office/me', other: '/api/none' },
  ] as const
  for (const { listener, call, other } of targets) {
    const send = (more: {
      path?: string
      method?: string
      headers?: Record<string, string>
      raw?: string
      body?: unknown
    }) => recorder.send({ caller: 'guest', listener, path: call, ...more })
    await send({ body: {}, headers: { host: 'elsewhere.example' } })
    await send({ body: {}, headers: { origin: 'https://elsewhere.example' } })
    await send({ body: {}, headers: { origin: 'null' } })
    await send({ body: {}, headers: { 'sec-fetch-site': 'cross-site' } })
    await send({ raw: '{"a":' })
    await send({ raw: deep })
    await send({ raw: '{"__proto__":{"a":1}}' })
    await send({ raw: '{"a":1,"a":2}' })
    await send({ raw: '[]' })
    await send({ raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
    await send({ raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } })
    await send({ raw: wide })
    await send({ method: 'GET' })
    await send({ method: 'PUT', body: {} })
    await send({ method: 'OPTIONS' })
    await send({ path: other, body: {} })
    await send({ body: { unknownField: 1 } })
    await send({})
    await send({ body: {}, headers: { authorization: 'Bearer not-a-token-of-this-house-0000000000' } })
  }
  await recorder.send({ caller: 'guest', listener: 'site', path: '/api/routes/check-user-id', body: { id: 7 } })
  await recorder.send({
    caller: 'guest',
    listener: 'site',
    path: '/api/routes/get-reg-domain',
    body: {},
    headers: { origin: 'https://elsewhere.example' },
  })
  await recorder.send({
    caller: 'guest',
    listener: 'site',
    path: '/api/routes/get-user-notices',
    body: { take: 0, skip: -1 },
  })
}

export async function walkPages({ recorder, member }: World): Promise<void> {
  recorder.section('pages')
  const paths = [
    '/',
    '/ko',
    '/en',
    '/jp',
    '/vn',
    '/cn',
    '/th',
    '/ko/login',
    '/en/register',
    '/jp/notice',
    '/ko/game',
    '/ko/deposit',
    '/ko/credits',
    '/ko/reset',
  ]
  for (const path of [
    ...paths,
    '/en/no-such-page',
    '/login',
    `/play/${openFirstGame.code}`,
    '/play/closed?why=used',
    '/play/launch/not-a-token-of-this-house-00000',
    '/ko?type=slot',
  ]) {
    await recorder.send({ caller: 'guest', listener: 'site', method: 'GET', path })
  }
  for (const language of ['ko-KR,ko;q=0.9', 'ja', 'vi-VN', 'de']) {
    await recorder.send({
      caller: 'guest',
      listener: 'site',
      method: 'GET',
      path: '/',
      headers: { 'accept-language': language },
    })
  }
  await recorder.send({ caller: 'guest', listener: 'site', method: 'GET', path: '/', headers: { cookie: 'locale=en' } })
  await recorder.send({
    caller: 'guest',
    listener: 'site',
    method: 'GET',
    path: '/',
    headers: { host: 'elsewhere.example' },
  })
  for (const path of ['/', '/members', '/api/office/me']) {
    await recorder.send({ caller: 'guest', listener: 'office', method: 'GET', path })
  }
  await member.second.get('/ko')
}

/** Registration and sign-in of members and operators, with every refusal. */
export async function walkEntry(world: World): Promise<void> {
  const { recorder } = world
  const { guest } = world.member
  recorder.section('entry')
  for (const role of roles) {
    await officeCaller(recorder, role, null).call('office/sign-in', { login: role, pw: 'not-this-one' })
    world.office[role] = await enterOffice(world, role)
    await world.office[role].call('office/me')
  }
  await guest.call('office/me')
  const brief = await enterOffice(world, 'editor')
  await brief.call('office/sign-out')
  await brief.call('office/me')
  await walkRegistration(world)
  const [demo, haneul] = [
    { name: 'member', id: 'demo', pw: 'demo-play-1' },
    { name: 'second', id: 'haneul', pw: 'haneul-play-1' },
  ]
  await guest.call('routes/user-do-login', { id: 'demo', pw: 'not-this-one' })
  await guest.call('routes/user-do-login', { id: 'nobody', pw: 'not-this-one' })
  await guest.call('routes/user-do-login', { id: 'demo' })
  world.member.member = await enterMember(world, demo)
  const earlier = await enterMember(world, haneul, 'cookie')
  await earlier.call('routes/user-do-login', { id: 'haneul', pw: 'haneul-play-1' })
  await earlier.call('routes/get-member')
  world.member.second = await enterMember(world, haneul, 'cookie')
  await world.member.member.call('routes/user-health-check')
  await world.member.second.call('routes/get-member')
  // The cookie without the origin of the site: what a form elsewhere could send.
  await world.member.second.call('routes/get-member', {}, { headers: { origin: 'https://elsewhere.example' } })
  const pendingPerson = { name: 'pending', id: 'newmoon', pw: 'moonlit-hall-7', pin: '2580' }
  await guest.call('routes/user-register', registrationOf('newmoon', '초승달'))
  await enterMember(world, pendingPerson)
  world.member.pending = memberCaller(recorder, pendingPerson, { token: 'a-token-that-a-pending-member-never-got-0' })
}

async function walkRegistration(world: World): Promise<void> {
  const { guest } = world.member
  const form = registrationOf('evening', '저녁')
  const faults: Record<string, unknown>[] = [
    {
      id: 'a',
      nick: 'x',
      pw: '12345678',
      exchange_pw: '1111',
      phone: '',
      bankname: 'none',
      banknum: 'x',
      bankOwner: '',
      birth: 'x',
    },
    { birth: '2024-01-01' },
    { agree: { terms: true, privacy: true, adult: false } },
    { id: 'demo' },
    { nick: '하늘' },
    { code: 'NONE' },
    { agree: 'yes' },
    { code: 'MOON' },
  ]
  for (const fault of faults) await guest.call('routes/user-register', { ...form, ...fault })
  for (const id of ['demo', 'evening', 'freeid', 'a', 'manager1']) await guest.call('routes/check-user-id', { id })
  for (const nick of ['하늘', '새이름', '운영자', '!']) await guest.call('routes/check-user-nick', { nick })
  await guest.call('routes/get-reg-domain')
  const listed = await world.office.support.call('office/get-registrations', { take: 5 })
  const { registrations = [] } = listed.json as { registrations?: { id: string }[] }
  const id = registrations[0]?.id ?? unknownId
  await guest.call('routes/user-do-login', { id: 'evening', pw: 'moonlit-hall-7' })
  await world.office.support.call('office/reject-registration', { id, reason: '' })
  await world.office.support.call('office/reject-registration', { id, reason: '본인 확인이 되지 않았습니다.' })
  await world.office.manager.call('office/reject-registration', { id, reason: '다시' })
  await world.office.manager.call('office/approve-registration', { id })
  await world.office.manager.call('office/approve-registration', { id: unknownId })
  await guest.call('routes/user-do-login', { id: 'evening', pw: 'moonlit-hall-7' })
  await registerMember(world, 'morning', '아침')
  const locked = { id: 'morning', pw: 'not-this-one' }
  for (let attempt = 0; attempt < 4; attempt += 1) await guest.call('routes/user-do-login', locked)
  const members = await world.office.manager.call('office/get-members', { search: 'morning' })
  const { members: found = [] } = members.json as { members?: { id: string }[] }
  world.ids['member'] = found[0]?.id ?? unknownId
  await world.office.manager.call('office/get-member', { id: world.ids['member'] })
  world.recorder.fact('a registration was found', textAt(listed, 'status'))
}
