/**
 * Ids and nicknames: a closed alphabet each, so that different Unicode characters cannot make two names look alike.
 * Input is normalised with NFKC first (`ｄｅｍｏ` is `demo`); invisible and merely similar characters lie outside the
 * alphabets.
 */

/** Why a name is rejected; the page has the messages. */
export const nameFaults = ['required', 'length', 'characters', 'mixed', 'reserved'] as const
export type NameFault = (typeof nameFaults)[number]

/** A name as it is displayed, and the key under which two names are the same. */
export type ReadName = { name: string; key: string } | { fault: NameFault }

export const userIdLength = { least: 4, most: 16 } as const
export const nickLength = { least: 2, most: 12 } as const

/** Names that could be mistaken for the operator of the site. */
const reserved = [
  'admin',
  'administrator',
  'operator',
  'manager',
  'cashier',
  'support',
  'editor',
  'auditor',
  'official',
  'staff',
  'helpdesk',
]
const reservedInNick = [
  ...reserved,
  'baize',
  'nocturne',
  '녹턴',
  '운영자',
  '관리자',
  '고객센터',
  '매니저',
  '운영팀',
  '운영진',
  '고객지원',
  '상담원',
  '상담사',
  'cs센터',
  '客服',
  '管理',
  '官方',
  '工作人员',
  '運営',
  '公式',
  'サポート',
  'スタッフ',
  'hỗtrợ',
  'quảntrị',
  'nhânviên',
]

/** Reads an id: `a-z0-9`, beginning with a letter, 4 to 16 characters; capitals become lower case. */
export function readUserId(text: string): ReadName {
  const name = text.normalize('NFKC').trim().toLowerCase()
  if (name === '') return { fault: 'required' }
  if (!/^[a-z0-9]+$/.test(name) || !/^[a-z]/.test(name)) return { fault: 'characters' }
  if (name.length < userIdLength.least || name.length > userIdLength.most) return { fault: 'length' }
  if (reserved.some((word) => name.startsWith(word))) return { fault: 'reserved' }
  return { name, key: name }
}

/** The key to look an id up by when signing in. A text that cannot be an id gets one too, and is not found. */
export function userIdKey(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().slice(0, 100)
}

const vietnamese = 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ'
const latin = new RegExp(`^[a-z${vietnamese}]$`, 'i')

/**
 * The script of a character of the nickname alphabet, or null outside it. Hangul jamo are excluded, because they look
 * like strokes.
 */
function scriptOf(character: string): 'digit' | 'hangul' | 'latin' | 'japanese' | 'han' | null {
  if (/^[0-9]$/.test(character)) return 'digit'
  if (/^[가-힣]$/.test(character)) return 'hangul'
  if (latin.test(character)) return 'latin'
  if (/^[ぁ-ゖァ-ヺー]$/.test(character)) return 'japanese'
  if (/^[一-鿿々]$/.test(character)) return 'han'
  return null
}

/** Scripts that may be mixed, because no character of one can be mistaken for a character of the other. */
const companions = [
  ['hangul', 'latin'],
  ['japanese', 'han'],
] as const

/**
 * Reads a nickname: Hangul, Latin, kana, Han and digits, 2 to 12 characters, one script or two that cannot be confused.
 */
export function readNick(text: string): ReadName {
  const name = text.normalize('NFKC').trim()
  if (name === '') return { fault: 'required' }
  const characters = [...name]
  const scripts = characters.map(scriptOf)
  if (scripts.includes(null)) return { fault: 'characters' }
  if (characters.length < nickLength.least || characters.length > nickLength.most) return { fault: 'length' }
  const letters = [...new Set(scripts.filter((script) => script !== 'digit'))]
  if (letters.length === 0) return { fault: 'characters' }
  const together = companions.some((pair) => letters.every((script) => pair.some((companion) => companion === script)))
  if (letters.length > 1 && !together) return { fault: 'mixed' }
  const strict = (word: string): string => nickKey(word).replaceAll('i', 'l')
  if (reservedInNick.some((word) => strict(name).includes(strict(word)))) return { fault: 'reserved' }
  // A game master's title before a name: GM길동.
  if (/^gm(?![a-z])/i.test(name)) return { fault: 'reserved' }
  return { name, key: nickKey(name) }
}

/** Characters that can be mistaken for another one of the alphabet, and the one they count as. */
const alike = new Map(
  '0o 1l Il カ力 ロ口 ニ二 ー一 エ工 ハ八 タ夕 ト卜 オ才 メ乂 へヘ べベ ぺペ りリ'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
)

/** The key of a nickname: nicknames that look alike have the same key. */
export function nickKey(name: string): string {
  return [...name].map((character) => alike.get(character) ?? character.toLowerCase()).join('')
}
