import { expect, test } from 'vitest'
import { validateRegistration, readPersonName, type RegistrationForm } from './registration.ts'

const form: RegistrationForm = {
  id: 'Moonlit7',
  pw: 'tiger!moon9',
  nick: '달빛',
  phone: '010-1234-5678',
  bankname: '신한은행',
  banknum: '110-123-456789',
  bankOwner: '김하늘',
  exchange_pw: '2580',
  birth: '1990-05-07',
  agree: { terms: true, privacy: true, adult: true },
}
const rules = { minAge: 19, codeRequired: false, today: '2026-11-20' }

test('a valid form is read into plain values', () => {
  expect(validateRegistration(form, rules)).toEqual({
    status: 'ok',
    registration: {
      id: { name: 'moonlit7', key: 'moonlit7' },
      nick: { name: '달빛', key: '달빛' },
      password: 'tiger!moon9',
      pin: '2580',
      phone: '01012345678',
      bankName: '신한은행',
      bankNumber: '110123456789',
      bankOwner: '김하늘',
      birth: '1990-05-07',
      code: null,
    },
  })
  expect(validateRegistration({ ...form, code: ' moon1 ' }, { ...rules, codeRequired: true })).toMatchObject({
    registration: { code: 'MOON1' },
  })
})

test.each<[Partial<RegistrationForm>, string, string]>([
  [{ id: 'ab' }, 'id', 'length'],
  [{ nick: 'а\u200b달' }, 'nick', 'characters'],
  [{ pw: 'moonlit7' }, 'pw', 'name'],
  [{ phone: '12' }, 'phone', 'format'],
  [{ phone: '' }, 'phone', 'required'],
  [{ bankname: '달나라은행' }, 'bankname', 'unknown'],
  [{ banknum: '12-x' }, 'banknum', 'format'],
  [{ bankOwner: '1234' }, 'bankOwner', 'format'],
  [{ exchange_pw: '1234' }, 'exchange_pw', 'sequence'],
  [{ birth: '1990-02-30' }, 'birth', 'format'],
  [{ birth: '2990-01-01' }, 'birth', 'format'],
  [{ agree: { terms: true, privacy: true, adult: false } }, 'agree', 'agree'],
])('%j is refused at %s: %s', (change, field, why) => {
  expect(validateRegistration({ ...form, ...change }, rules)).toEqual({ status: 'invalid', fields: { [field]: why } })
})

test('a code is required where the brand requires one', () => {
  expect(validateRegistration(form, { ...rules, codeRequired: true })).toEqual({
    status: 'invalid',
    fields: { code: 'required' },
  })
})

test('a form is refused on the day before the minimum age', () => {
  expect(validateRegistration({ ...form, birth: '2007-11-21' }, rules)).toEqual({ status: 'underage' })
  expect(validateRegistration({ ...form, birth: '20071120' }, rules)).toMatchObject({ status: 'ok' })
})

test.each(['김하늘', 'Nguyễn Văn An', "O'Brien", 'J. R. Park', '山田 太郎'])('%s is accepted as a name', (name) => {
  expect(readPersonName(name)).toBe(name)
})
test.each(['\ufe0f', '\u{e0100}', '\u3164', '\uffa0', '\u17b5', '\u200d', '\u20dd', '\u202e'])(
  'a name is read without the invisible letter or mark %j',
  (added) => {
    expect(readPersonName(`홍${added}길동${added}`)).toBe('홍길동')
  },
)
test.each(['김', '<b>', 'a1', '--', ''])('%s is rejected as a name', (name) => {
  expect(readPersonName(name)).toBeNull()
})
