import { openFirstGame, textAt, unknownId, untilMaintenance, type World } from './world.ts'

/** Inquiries, notes, notices and popups. */

export async function walkHelp(world: World): Promise<void> {
  world.recorder.section('help')
  const { member, second } = world.member
  const { support, manager, auditor } = world.office
  await member.call('routes/user-ask-account', { pass: '9999' })
  const asked = await member.call('routes/user-ask-account', { pass: member.pin })
  await member.call('routes/user-ask-account', { pass: member.pin })
  await support.call('office/get-helps', { kind: 'account' })
  await support.call('office/open-help', { id: textAt(asked, 'helpId') })
  await support.call('office/answer-help', { id: textAt(asked, 'helpId') })
  await member.call('routes/user-health-check')
  await member.call('routes/read-help-message', { id: textAt(asked, 'helpId') })
  await member.call('routes/user-write-help', { title: ' ', contents: '' })
  const first = await member.call('routes/user-write-help', {
    title: '출금은 언제 되나요?',
    contents: '어젯밤에 신청했습니다.\n<b>확인</b>해 주세요.',
  })
  const id = textAt(first, 'id')
  await member.call('routes/user-write-help', { title: '라운드', contents: '확인', roundId: unknownId })
  for (let count = 0; count < 5; count += 1) {
    await second.call('routes/user-write-help', { title: `문의 ${count + 1}`, contents: '내용입니다.' })
  }
  await support.call('office/get-helps', { take: 3 })
  await support.call('office/get-helps', { search: '출금은' })
  await support.call('office/open-help', { id })
  await manager.call('office/open-help', { id })
  await support.call('office/answer-help', { id })
  await support.call('office/answer-help', { id, contents: '보통 10분 안에 처리됩니다.' })
  await manager.call('office/answer-help', { id, contents: '다시 답합니다.' })
  await support.call('office/answer-help', { id: unknownId, contents: '없음' })
  await support.call('office/open-help', { id: unknownId })
  await auditor.call('office/get-helps', { show: 'answered' })
  await member.call('routes/get-help-list')
  await member.call('routes/read-help-message', { id })
  await second.call('routes/read-help-message', { id })
  await member.call('routes/get-help-list', { take: 1, skip: 1 })
  await second.call('routes/del-all-help')
  await second.call('routes/get-help-list')
  world.ids['help'] = id
}

const unsafe = '<p onclick="x()">안내 <strong>굵게</strong><script>alert(1)</script><a href="javascript:x">x</a></p>'

export async function walkNotes(world: World): Promise<void> {
  world.recorder.section('notes')
  const { member, second } = world.member
  const { editor, support, cashier } = world.office
  const note = { userId: 'demo', title: '주말 점검 안내', titleColor: '#7ab0ff', contents: unsafe }
  const sent = await editor.call('office/send-note', note)
  await support.call('office/send-note', { ...note, userId: 'haneul', brand: 'nocturne' })
  await support.call('office/send-note', { ...note, userId: 'nobody' })
  await support.call('office/send-note', { ...note, brand: 'other' })
  await support.call('office/send-note', { ...note, titleColor: 'red' })
  await support.call('office/send-note', { ...note, contents: 'x'.repeat(300_000) })
  await cashier.call('office/send-note', note)
  const id = textAt(sent, 'id')
  await member.call('routes/user-health-check')
  await member.call('routes/get-user-note')
  await second.call('routes/read-note-message', { id })
  await member.call('routes/read-note-message', { id })
  await member.call('routes/get-user-note', { take: 1 })
  await second.call('routes/user-del-note', { anything: true })
  await second.call('routes/get-user-note')
  world.ids['note'] = id
}

export async function walkNotices(world: World): Promise<void> {
  world.recorder.section('notices')
  const { guest } = world.member
  const { editor, manager, auditor, support } = world.office
  await guest.call('routes/get-user-notices')
  await guest.call('routes/get-notice-popup')
  const made = await editor.call('office/create-notice', { title: '이용 시간 안내', contents: unsafe })
  await manager.call('office/create-notice', {
    title: '다른 사이트',
    contents: '<p>x</p>',
    domain: 'elsewhere.example',
  })
  await editor.call('office/create-notice', { title: '', contents: '' })
  await editor.call('office/create-notice', { title: 'x', contents: 'x', brand: 'other' })
  await support.call('office/create-notice', { title: 'x', contents: 'x' })
  const popup = await editor.call('office/create-popup', {
    title: '점검',
    titleColor: '#e8c177',
    posX: 420,
    posY: 160,
    contents: unsafe,
  })
  await editor.call('office/create-popup', { title: '점검', posX: 4200, contents: 'x' })
  await guest.call('routes/get-user-notices', { take: 2 })
  await guest.call('routes/get-notice', { id: textAt(made, 'id') })
  await guest.call('routes/get-notice', { id: unknownId })
  await guest.call('routes/get-notice-popup')
  for (const locale of ['en', 'jp', 'vn', 'cn']) {
    await guest.call('routes/get-user-notices', { take: 2 }, { headers: { 'x-locale': locale } })
    await guest.call('routes/get-notice-popup', {}, { headers: { 'x-locale': locale } })
  }
  await auditor.call('office/get-notices')
  await auditor.call('office/get-popups')
  await editor.call('office/hide-notice', { id: textAt(made, 'id') })
  await editor.call('office/hide-notice', { id: textAt(made, 'id') })
  await editor.call('office/hide-popup', { id: textAt(popup, 'id') })
  await editor.call('office/hide-popup', { id: unknownId })
  await guest.call('routes/get-user-notices', { take: 2 })
  await guest.call('routes/get-notice', { id: textAt(made, 'id') })
  await guest.call('routes/get-notice-popup')
  await editor.call('office/get-notices', { take: 2 })
  world.ids['notice'] = textAt(made, 'id')
  world.ids['popup'] = textAt(popup, 'id')
}

export async function walkLobby(world: World): Promise<void> {
  world.recorder.section('lobby')
  const { guest, member } = world.member
  for (const name of [
    'get-casino-setting',
    'get-sport-setting',
    'get-slot-setting',
    'get-banners',
    'get-jackpots',
    'get-maintenance',
  ]) {
    await guest.call(`routes/${name}`)
  }
  for (const company of ['baize', 'none', '']) await guest.call('routes/get-slot-by-company', { company })
  const mark = (code: string, on: boolean) => member.call('routes/set-favourite', { code, on })
  await mark(openFirstGame.code, true)
  await mark(openFirstGame.code, true)
  await mark('no-such-game', true)
  await member.call('routes/get-favourites')
  await mark(openFirstGame.code, false)
  await mark(openFirstGame.code, false)
  await member.call('routes/get-favourites')
  await mark(openFirstGame.code, true)
  await member.call('routes/get-recent-games')
  const maintain = (body: object) => world.office.manager.call('office/set-maintenance', body)
  await maintain({ on: true, minutes: 30, texts: { ko: '잠시 점검합니다.', en: 'Back soon.' } })
  await untilMaintenance(world, true)
  await guest.call('routes/get-maintenance')
  await member.call('routes/open-game', openFirstGame)
  await world.office.auditor.call('office/get-maintenance')
  await maintain({ on: true, minutes: 0 })
  await maintain({ on: true, texts: { de: 'x' } })
  await maintain({ on: true, brand: 'other' })
  await maintain({ on: true, minutes: null, texts: {} })
  await maintain({ on: false })
  await untilMaintenance(world, false)
  await guest.call('routes/get-maintenance')
}
