import { describe, expect, test } from 'vitest'
import {
  comparableAccount,
  comparablePersons,
  comparablePhones,
  decideApproval,
  decideSignUp,
  hasMixedScripts,
  isPossiblePhone,
  isSamePerson,
  type PersonMatch,
} from './person-mark.ts'

/** The reading without regard to a carrier's prefix; null for a placeholder. */
const comparablePhone = (text: string): string | null => comparablePhones(text)[0] ?? null
/** The text with the words in their order, without regard to other orders; null without letters. */
const comparablePerson = (name: string, birth: string): string | null => comparablePersons(name, birth)[0] ?? null
const share = (one: readonly string[], other: readonly string[]): boolean => one.some((text) => other.includes(text))

describe('values of a person are compared in one form', () => {
  test.each([
    '010-1234-5678',
    '01012345678',
    '０１０－１２３４－５６７８',
    '010 1234 5678',
    '+82 10-1234-5678',
    '+82 010 1234 5678',
    '0082-10-1234-5678',
    '82 10 1234 5678',
    '82010-1234-5678',
    '1012345678',
    '082 10-1234-5678',
    '+082 10 1234 5678',
    '00082-10-1234-5678',
    '+8200 10 1234 5678',
    '00+82 010 1234 5678',
    '000 010 1234 5678',
    '0 010-1234-5678',
  ])('the telephone %s', (typed) => {
    expect(comparablePhone(typed)).toBe('01012345678')
  })

  test('telephones of other countries by their national form, and placeholders not at all', () => {
    expect(comparablePhone('+84 90 123 4567')).toBe(comparablePhone('0901234567'))
    expect(comparablePhone('+81 90-1234-5678')).toBe(comparablePhone('090-1234-5678'))
    expect(comparablePhone('+86 138 0013 8000')).toBe(comparablePhone('13800138000'))
    expect(comparablePhone('+1 212 555 0100')).toBe('12125550100')
    expect(comparablePhone('00 1 212 555 0100')).toBe('12125550100')
    expect(comparablePhone('12125550100')).toBe('12125550100')
    // A Vietnamese mobile number that begins like the Korean country code.
    expect(comparablePhone('082 123 4567')).toBe('0821234567')
    expect(comparablePhone('+84 82 123 4567')).toBe('0821234567')
    expect(comparablePhone('84 82 123 4567')).toBe('0821234567')
    expect(comparablePhone('013800138000')).toBe('13800138000')
    expect(comparablePhone('+86 0755 8123 4567')).toBe(comparablePhone('0755 8123 4567'))
    expect(comparablePhone('010-1234-5678')).not.toBe(comparablePhone('010-1234-5679'))
    expect(comparablePhone('010-0000-0000')).toBe(null)
    expect(comparablePhone('')).toBe(null)
  })

  test.each(['110-123-456789', '110123456789', '１１０　１２３　４５６７８９'])('the bank account %s', (typed) => {
    expect(comparableAccount(typed)).toBe('110123456789')
  })

  test('a bank account without leading zeros, and placeholders not at all', () => {
    expect(comparableAccount('001-23-45678')).toBe('12345678')
    expect(comparableAccount('0000110123456789')).toBe('110123456789')
    expect(comparableAccount('000000000000')).toBe(null)
    expect(comparableAccount('')).toBe(null)
  })

  test.each<[string, string]>([
    ['홍길동', '홍길동'.normalize('NFD')],
    ['홍길동', '홍 길동'],
    ['Nguyễn Văn Đức', 'nguyen van duc'],
    ["O'Neil-Park", 'ONEIL PARK'],
    ['ＫＩＭ Haneul', 'kim haneul'],
    ['たなか', 'たなか'.normalize('NFD')],
  ])('the name %s like %s', (one, other) => {
    expect(comparablePerson(other, '1990-01-01')).toBe(comparablePerson(one, '1990-01-01'))
  })

  test.each([
    'U+FE0F',
    'U+FE00',
    'U+E0100',
    'U+180B',
    'U+17B5',
    'U+3164',
    'U+FFA0',
    'U+1160',
    'U+115F',
    'U+034F',
    'U+200B',
    'U+200D',
    'U+2060',
    'U+FEFF',
    'U+00AD',
    'U+20DD',
    'U+20D0',
    'U+0301',
    'U+3099',
  ])('a name without the invisible letter or mark %s', (code) => {
    const added = String.fromCodePoint(Number.parseInt(code.slice(2), 16))
    for (const name of [`홍길동${added}`, `홍${added}길동`]) {
      expect(comparablePerson(name, '1990-01-01')).toBe(comparablePerson('홍길동', '1990-01-01'))
    }
  })

  test('a name with another birth date is another person, and so is another name', () => {
    expect(comparablePerson('홍길동', '1990-01-01')).not.toBe(comparablePerson('홍길동', '1990-01-02'))
    expect(comparablePerson('홍길동', '1990-01-01')).not.toBe(comparablePerson('홍길순', '1990-01-01'))
    expect(comparablePerson('สมชาย ดี', '1990-01-01')).not.toBe(comparablePerson('สมชาย ดา', '1990-01-01'))
    expect(comparablePerson('が', '1990-01-01')).not.toBe(comparablePerson('か', '1990-01-01'))
  })
})

describe('a person who is spelt in another way', () => {
  test.each([
    '001 82 10-1234-5678',
    '00282 10 1234 5678',
    '00300 82 10 1234 5678',
    '00700 82 010 1234 5678',
    '005821012345678',
    '008 82 10 1234 5678',
    '011 82 10 1234 5678',
    '010 82 10 1234 5678',
    '00201012345678',
    '00101012345678',
    '010123456780',
    '0101234567800',
    '+82 10 1234 56780',
  ])('has the same telephone as %s', (typed) => {
    expect(share(comparablePhones(typed), comparablePhones('010-1234-5678'))).toBe(true)
    expect(share(comparablePhones(typed), comparablePhones('010-1234-5679'))).toBe(false)
  })

  test('numbers of other countries behind a prefix, and ordinary numbers have no other reading', () => {
    expect(share(comparablePhones('001 1 212 555 0100'), comparablePhones('+1 212 555 0100'))).toBe(true)
    expect(share(comparablePhones('011 81 90 1234 5678'), comparablePhones('090-1234-5678'))).toBe(true)
    for (const typed of ['010-8210-5551', '011-821-0555', '02-123-4567', '090-1234-5678', '13800138000']) {
      expect(comparablePhones(typed)).toHaveLength(1)
    }
  })

  test.each([
    ['010-1234-5678', true],
    ['011-234-5678', true],
    ['02-123-4567', true],
    ['070-1234-5678', true],
    ['+82 10 1234 5678', true],
    ['001 82 10 1234 5678', true],
    ['010-0000-0000', true],
    ['+84 90 123 4567', true],
    ['0901234567', true],
    ['013800138000', true],
    ['+86 0755 8123 4567', true],
    ['+1 212 555 0100', true],
    ['+66 81 234 5678', true],
    ['010123456780', false],
    ['01012345', false],
    ['010-123-456', false],
    ['+1 01012345678', false],
    ['8882 1012345678', false],
    ['+82 10 1234 56780', false],
  ])('the telephone %s is possible: %s', (typed, possible) => {
    expect(isPossiblePhone(typed)).toBe(possible)
  })

  test.each([
    ['Anna Lena Müller', 'Muller Anna Lena'],
    ['Anna Lena Müller', 'MULLER, Anna Lena'],
    ['Anna Lena Müller', 'Anna Müller Lena'],
    ['Müller Anna-Lena', 'ANNALENA Mueller'],
    ['Moller Anna', 'Møller Anna'],
    ['Moeller Anna', 'Møller Anna'],
    ['Lena Nowak', 'Łena Nowak'],
    ['Anna Strasse', 'Anna Straße'],
    ['Anna Davidsson', 'Anna Daviðsson'],
    ['Anna Muller', 'Mr. Anna Muller Jr.'],
    ['Anna Muller', 'Anna Muller III'],
    ['Anna Muller', 'Аnna Мullеr'],
    ['Anna Muller', 'Αnna Μuller'],
    ['Anna Muller', 'Ꭺnna Ꮇuller'],
    ['Anna Muller', '𝐀nna Muller'],
    ['홍길동', '길동 홍'],
    ['Kim Jung', 'Kim ᴊᴜɴɢ'],
    ['Kim Jung', 'ᴋɪᴍ ᴊᴜɴɢ'],
    ['Felix Ascher', 'ꜰᴇʟɪx ᴀꜱᴄʜᴇʀ'],
    ['홍길동', '홍길동 씨'],
    ['홍길동', '홍길동씨'],
    ['홍길동', '홍길동씨'.normalize('NFD')],
    ['홍길동', '홍 길동 씨'],
    ['홍길동', '홍 길 동 씨'],
    ['홍길동', '홍길동 님'],
    ['김솔', '김솔 씨'],
    ['김솔씨', '김 솔 씨'],
    ['홍길동', '홍길동\u302e'],
    ['홍길동', '홍\u302f길동'],
    ['홍길동', '홍길동ㆍ'],
    ['홍길동', '홍ㆍ길ㆍ동'],
    ['홍길동', '홍길동ㅇ'],
    ['홍길동', '홍길동ー'],
    ['홍길동', '홍길ｰ동'],
    ['홍길동', '홍길동々'],
    ['홍길동', '홍길동ゝ'],
    ['ジョー田中', 'ジョーー 田中'],
    ['佐佐木 一', '佐々木 一'],
    ['山田 奈奈', '山田 奈々'],
    ['山田 奈奈', '奈 々 山田'],
    ['山田 奈奈奈', '山田 奈々々'],
    ['山田 奈奈', '山田 奈〻'],
    ['金子みすず', '金子 みすゞ'],
    ['夏目こころ', '夏目 こゝろ'],
    ['山田ハナナ', '山田ﾊﾅヽ'],
    ['山田ハハバ', '山田 ハヽヾ'],
    ['山田太郎', '山田 太郎々'],
    ['山田太郎', '山田太郎ゝゞ'],
    ['山田はな', '山田 はなヾ'],
    ['홍길동', '홍길동군'],
    ['홍길동', '홍길동 군'],
    ['홍길순', '홍길순양'],
    ['홍길동', '홍길동귀하'],
    ['김솔', '김솔 귀하'],
    ['김솔', '김솔귀하'],
    ['홍길동', '예금주 홍길동'],
    ['홍길동', '예금주:홍길동'],
    ['홍길동', '예금주홍길동 씨'],
    ['홍길동', '홍길동홍길동'],
    ['홍길동', '홍길동 홍길동'],
    ['홍길동', '홍길동 (홍 길동)'],
    ['홍길동', '홍길동씨 홍길동씨'],
    ['Kim Haneul', 'Kim Haneul Kim Haneul'],
    ['Kim Haneul', 'Haneul Kim, Haneul Kim, Haneul Kim'],
  ])('has the same name: %s, %s', (one, other) => {
    expect(share(comparablePersons(one, '1990-01-01'), comparablePersons(other, '1990-01-01'))).toBe(true)
    expect(share(comparablePersons(one, '1990-01-01'), comparablePersons(other, '1990-01-02'))).toBe(false)
  })

  test.each([
    ['이수지', '이지수'],
    ['이 수 지', '이 지 수'],
    ['김하늘', 'Kim Haneul'],
    ['Anna Muller', 'Anna Miller'],
    // A given name that ends like the suffix, and a surname with it.
    ['김솔', '김솔씨'],
    ['김솔', '김 솔 씨'],
    ['김', '김씨'],
    ['김', '김 씨'],
    ['남궁별', '남궁별님'],
    ['씨', '님'],
    ['김', '김군'],
    ['김동', '김동군'],
    ['김', '김귀하'],
    ['김', '김 귀하'],
    ['예금', '예금주'],
    ['홍', '예금주홍'],
    ['이', '이이'],
    ['ジョ', 'ジョー'],
    ['佐木', '佐々木'],
    ['佐木 一', '佐々木 一'],
    ['奈', '奈々'],
    ['山田はは', '山田はゞ'],
    ['ㅎㄱㄷ', 'ㄱㄴㄷ'],
  ])('has another name: %s, %s', (one, other) => {
    expect(share(comparablePersons(one, '1990-01-01'), comparablePersons(other, '1990-01-01'))).toBe(false)
  })

  test('is found under the earlier form too, in which hashes of erased persons are', () => {
    expect(comparablePersons('Møller Anna', '1990-01-01')).toContain('mølleranna 1990-01-01')
    expect(comparablePersons('Jr Kim', '1990-01-01')).toContain('jrkim 1990-01-01')
    expect(comparablePersons('홍 길동 씨', '1990-01-01')).toContain('홍길동씨 1990-01-01')
    expect(comparablePersons('ᴊᴜɴɢ', '1990-01-01')).toContain('ᴊᴜɴɢ 1990-01-01')
    for (const name of [
      '홍길동군',
      '홍길동홍길동',
      '예금주홍길동',
      '홍길동々',
      '佐々木',
      '金子みすゞ',
      '홍길동\u302e',
    ]) {
      expect(comparablePersons(name, '1990-01-01')).toContain(`${name} 1990-01-01`)
    }
    expect(comparablePersons('예금주 a b c d e f g h i j', '1990-01-01').length).toBeLessThanOrEqual(16)
    expect(comparablePersons('a b c d e f g h i j', '1990-01-01').length).toBeLessThanOrEqual(8)
  })

  test.each([
    ['Müller Anna-Lena', false],
    ['홍길동', false],
    ['Kim 하늘', false],
    ['金하늘', false],
    ['田中 ひろみ', false],
    ['ジョー', false],
    ['Анна Мюллер', false],
    ['Nguyễn Văn Đức', false],
    ['สมชาย ดี', false],
    ['Müller Аnna', true],
    ['Anna Аппа', true],
    ['Μuller Anna', true],
    ['Ꭺnna Muller', true],
    ['Kim하늘', true],
  ])('mixes the scripts of %s: %s', (name, isMixed) => {
    expect(hasMixedScripts(name)).toBe(isMixed)
  })
})

const match = (values: Partial<PersonMatch>): PersonMatch => ({
  by: ['phone'],
  sameBrand: true,
  status: 'active',
  excluded: false,
  ...values,
})

describe('a registration', () => {
  test.each<[string, PersonMatch[], string]>([
    ['without a match', [], 'usual'],
    ['with the telephone of another member', [match({})], 'approval'],
    ['with the account of one member', [match({ by: ['account'] })], 'approval'],
    ['with the name and birth date of another member', [match({ by: ['person'] })], 'approval'],
    ['with the browser of another member', [match({ by: ['device'] })], 'usual'],
    ['with everything of a member of the brand', [match({ by: ['account', 'person', 'phone'] })], 'contact'],
    [
      'with everything of a member of another brand',
      [match({ by: ['account', 'person', 'phone'], sameBrand: false })],
      'approval',
    ],
    [
      'with everything of a rejected registration',
      [match({ by: ['account', 'person', 'phone'], status: 'rejected' })],
      'approval',
    ],
    [
      'with an account that two members have',
      [match({ by: ['account'] }), match({ by: ['account'], status: 'blocked' })],
      'contact',
    ],
    [
      'with an account of one member and of registrations that wait',
      [match({ by: ['account'] }), ...Array.from({ length: 2 }, () => match({ by: ['account'], status: 'pending' }))],
      'approval',
    ],
    [
      'with an account of one member here and one of another brand',
      [match({ by: ['account'] }), match({ by: ['account'], sameBrand: false })],
      'approval',
    ],
    ['with the account of a rejected registration', [match({ by: ['account'], status: 'rejected' })], 'approval'],
  ])('%s', (_what, matches, decided) => {
    expect(decideSignUp(matches)).toBe(decided)
  })

  test('has the same answer whether a matched member is excluded, blocked or neither', () => {
    const kinds = ['phone', 'account', 'person', 'device'] as const
    const subsets = Array.from({ length: 16 }, (_, bits) => kinds.filter((_kind, at) => (bits >> at) & 1))
    for (const sameBrand of [true, false]) {
      for (const by of subsets) {
        const [free, excluded, blocked] = [
          match({ by, sameBrand }),
          match({ by, sameBrand, excluded: true }),
          match({ by, sameBrand, status: 'blocked' }),
        ].map((one) => [decideSignUp([one]), decideSignUp([one, match({ by: ['account'] })])])
        expect({ by, sameBrand, excluded, blocked }).toEqual({ by, sameBrand, excluded: free, blocked: free })
      }
    }
  })
})

describe('an approval', () => {
  test.each<[string, PersonMatch[], string]>([
    ['without a match', [], 'free'],
    ['with the telephone of an excluded member', [match({ excluded: true })], 'excluded'],
    [
      'with the account of an excluded member, and another member',
      [match({}), match({ by: ['account'], excluded: true })],
      'excluded',
    ],
    ['with the account of another member', [match({ by: ['account', 'person'] })], 'duplicate'],
    ['with the account of a registration that waits too', [match({ by: ['account'], status: 'pending' })], 'free'],
    ['with the telephone of a blocked member', [match({ status: 'blocked' })], 'duplicate'],
    ['with the name and birth date of an excluded member', [match({ by: ['person'], excluded: true })], 'duplicate'],
    ['with the telephone and browser of another member', [match({ by: ['phone', 'device'] })], 'duplicate'],
    ['with the name and browser of another member', [match({ by: ['person', 'device'] })], 'free'],
  ])('%s', (_what, matches, decided) => {
    expect(decideApproval(matches)).toBe(decided)
  })
})

test('one person has the telephone or the bank account, and the name with the birth date', () => {
  expect(isSamePerson({ by: ['phone', 'person'] })).toBe(true)
  expect(isSamePerson({ by: ['account', 'person'] })).toBe(true)
  expect(isSamePerson({ by: ['phone', 'account'] })).toBe(false)
  expect(isSamePerson({ by: ['person', 'device'] })).toBe(false)
})
