import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readNick, readUserId, userIdKey } from './member-name.ts'

describe('an id', () => {
  test.each([
    ['demo', 'demo'],
    ['  Haneul7 ', 'haneul7'],
    ['ｄｅｍｏ１２', 'demo12'],
    ['a123', 'a123'],
    ['abcdefghijklmnop', 'abcdefghijklmnop'],
  ])('%j reads as %j', (text, name) => {
    expect(readUserId(text)).toEqual({ name, key: name })
    expect(userIdKey(text)).toBe(name)
  })

  test.each([
    ['', 'required'],
    ['\u3000', 'required'],
    ['abc', 'length'],
    ['abcdefghijklmnopq', 'length'],
    ['1abc', 'characters'],
    ['dеmo', 'characters'], // Cyrillic е
    ['de\u200bmo', 'characters'],
    ['demo\u00ad', 'characters'],
    ['de mo', 'characters'],
    ['demo_1', 'characters'],
    ['한글아이디', 'characters'],
    ['demoı', 'characters'],
    ['admin7', 'reserved'],
    ['ＡＤＭＩＮ', 'reserved'],
  ])('%j is refused: %s', (text, fault) => {
    expect(readUserId(text)).toEqual({ fault })
  })
})

describe('a nickname', () => {
  test.each(['하늘', '밤하늘kr', 'Tiger77', 'Hổvàng', 'とらの虎', '黄金虎', '달2', 'ﾄﾗﾉﾋ'])(
    '%j is accepted',
    (text) => {
      expect(readNick(text)).toMatchObject({ name: text.normalize('NFKC') })
    },
  )

  test.each([
    ['', 'required'],
    ['달', 'length'],
    ['가나다라마바사아자차카타파', 'length'],
    ['77', 'characters'],
    ['ㅎㅎ', 'characters'],
    ['달 님', 'characters'],
    ['달\u200b님', 'characters'],
    ['달🌙', 'characters'],
    ['Тiger', 'characters'], // Cyrillic Т
    ['abɑ', 'characters'],
    ['tiger虎', 'mixed'],
    ['하늘虎', 'mixed'],
    ['운영자1', 'reserved'],
    ['AdmIn', 'reserved'],
    ['GM길동', 'reserved'],
    ['CS센터', 'reserved'],
    ['Nhânviên', 'reserved'],
    ['N0cturne', 'reserved'],
  ])('%j is refused: %s', (text, fault) => {
    expect(readNick(text)).toEqual({ fault })
  })

  test.each([
    ['Tiger10', 'tigerlo'],
    ['IIl', 'lll'],
    ['カロ', '力口'],
  ])('%j and %j have the same key', (one, other) => {
    const key = (text: string) => {
      const read = readNick(text)
      return 'key' in read ? read.key : null
    }
    expect(key(one)).not.toBeNull()
    expect(key(one)).toBe(key(other))
  })
})

test('reading is idempotent, and no text makes it throw', () => {
  const readsTheSame = (read: typeof readNick, text: string): boolean => {
    const once = read(text)
    if ('fault' in once) return true
    const twice = read(once.name)
    return 'name' in twice && twice.name === once.name && twice.key === once.key
  }
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[a-zA-Z0-9가-깋Ａ-Ｚ]{2,12}$/),
  )
  expect(() =>
    fc.assert(fc.property(texts, (text) => readsTheSame(readNick, text) && readsTheSame(readUserId, text))),
  ).not.toThrow()
})
