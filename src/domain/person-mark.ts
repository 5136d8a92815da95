import type { MemberStatus } from './member.ts'

/**
 * Accounts of one person: by which values they are found, in the one form in which they are compared, and what a match
 * means. The server compares keyed hashes of these texts only.
 */

/** `person` is the name with the birth date, `device` the long-lived token of a browser. */
export const personMarkKinds = ['phone', 'account', 'person', 'device'] as const
export type PersonMarkKind = (typeof personMarkKinds)[number]

/** Country codes of the site's languages. */
const countryCodes = ['82', '81', '84', '86'] as const
/** From this many digits on, a number that begins with a country code is not a national one. */
const shortestWithCountryCode = 11

/**
 * Every reading of a telephone number under which it is compared: the national form for Korea, Japan, Vietnam and China,
 * else all digits. The first is without regard to a carrier's international prefix, as in the earlier form; the others
 * are those behind such a prefix (`001 82 10 …`), and a Korean mobile number without surplus digits, which networks
 * ignore. Two numbers match when they share a reading. Empty for a placeholder, whose last eight digits are zeros.
 */
export function comparablePhones(text: string): string[] {
  const first = plainReading(text)
  if (first === null) return []
  const digits = digitsOf(text)
  const readings = [first, ...readingsBehindPrefix(digits), ...(/^01[016-9]\d{9,}$/.test(digits) ? [digits] : [])]
  const whole = readings.flatMap((reading) =>
    /^01[016-9]\d{9,}$/.test(reading) ? [reading, reading.slice(0, 11)] : [reading],
  )
  return [...new Set(whole)]
}

/** Whether a telephone number, with separators or without, can exist: one of its readings has a possible length. */
export function isPossiblePhone(text: string): boolean {
  const first = plainReading(text)
  // A placeholder of zeros, or too short for any reading, which the form refuses already.
  if (first === null) return true
  const digits = digitsOf(text)
  const most = text.trim().startsWith('+') || digits.startsWith('00') ? longestNumber : longestWithoutMark
  const isPossible = (reading: string): boolean => {
    if (/^01[016-9]/.test(reading)) return reading.length === 10 || reading.length === 11
    if (reading.startsWith('0')) return reading.length <= longestWithoutMark
    return reading.startsWith('1') ? /^1[3-9]\d{9}$/.test(reading) || isNorthAmerican(reading) : reading.length <= most
  }
  return [first, ...readingsBehindPrefix(digits)].some(isPossible)
}

/** ITU-T E.164; without a plus or zeros before it, the longest are Chinese landlines with their zero. */
const longestNumber = 15
const longestWithoutMark = 12

function digitsOf(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

function isNorthAmerican(digits: string): boolean {
  return /^1[2-9]\d{2}[2-9]\d{6}$/.test(digits)
}

/** International prefixes: of carriers in Korea (001, 002, 003xx, 005 to 009), Japan (010), North America (011), and 00. */
const internationalPrefixes = [/^0+0[37]\d\d/, /^0+0[1-9]/, /^01[01]/, /^00+/]

function readingsBehindPrefix(digits: string): string[] {
  return internationalPrefixes.flatMap((prefix) => {
    if (!prefix.test(digits)) return []
    const bare = digits.replace(prefix, '').replace(/^0+/, '')
    const national = countryCodes.flatMap((code) => {
      const part = bare.startsWith(code) ? bare.slice(code.length).replace(/^0+/, '') : ''
      return part.length >= 8 && part.length <= 12 ? [nationalForm(part)] : []
    })
    if (national.length > 0) return national
    if (/^1[016-9]\d{7,9}$/.test(bare)) return [`0${bare}`]
    return isNorthAmerican(bare) ? [bare] : []
  })
}

/**
 * A telephone number in one form. Leading zeros beyond it, and a country code with or without plus or zeros before and
 * after it, make no difference. Null for a placeholder.
 */
function plainReading(text: string): string | null {
  const typed = text.normalize('NFKC').replace(/[^\d+]/g, '')
  const digits = typed.replace(/\D/g, '')
  if (digits.length < 8 || /0{8}$/.test(digits)) return null
  const isInternational = typed.startsWith('+') || digits.startsWith('00')
  const bare = digits.replace(/^0+/, '')
  const country = countryCodes.find((code) => bare.startsWith(code))
  if (country !== undefined && (isInternational || bare.length >= shortestWithCountryCode)) {
    return nationalForm(bare.slice(country.length).replace(/^0+/, ''))
  }
  if (/^10\d{8}$/.test(bare)) return nationalForm(bare)
  // Another country's number: `+1 212 …`, `001 212 …`, or the same digits without any mark.
  const isPadded = typed.startsWith('+0') || digits.startsWith('000')
  if ((isInternational && !isPadded) || bare.length > shortestWithCountryCode) return bare
  return bare.length === shortestWithCountryCode && !digits.startsWith('0') ? bare : nationalForm(bare)
}

/** With the zero that precedes a national number, which Chinese mobile numbers do not have. */
function nationalForm(significant: string): string {
  return /^1[3-9]\d{9}$/.test(significant) ? significant : `0${significant}`
}

/**
 * A bank account number as it is compared: its digits, without the bank. Two banks hardly ever use the same number, and
 * naming another bank would otherwise avoid a match; so would zeros before it. Null for a placeholder of zeros, such as
 * the one that the form is prefilled with for play money.
 */
export function comparableAccount(text: string): string | null {
  const digits = accountAsTyped(text)
  const bare = digits.replace(/^0+/, '')
  return digits.length < 6 || bare === '' ? null : bare
}

/** The digits of a bank account with their leading zeros: the earlier form, in which hashes of erased persons may be. */
export function accountAsTyped(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}

/**
 * The texts under which a name with a birth date (`1990-01-31`) is compared; two persons match when they share one.
 * Without case, spaces, punctuation, invisible characters, titles and suffixes (Jr, 씨, 귀하), the label 예금주, a second
 * time of the whole name, marks and letters that no name has at their place (ㆍ or ー after 동), and marks that belong to
 * no script of their own, such as the accents of Latin letters. Letters that are written in two ways (ø, ł, ß, ü as ue),
 * small capitals, and letters of other scripts that look like Latin ones are one. Marks that repeat a letter (々, ゝ, ゞ) are the letter; at
 * the end of a name, where they may have been added, they also count as none. The order of the words makes no
 * difference. Behind these the texts of earlier forms, the first form last. Another script's spelling of a name (김하늘,
 * Kim Haneul) is another name.
 */
export function comparablePersons(name: string, birth: string): string[] {
  const earlier = lettersOf(name)
  if (earlier === '' || birth === '') return []
  const texts = [
    ...ordersOf(withoutAdditions(wordsOf(withoutStrayLetters(repeatedLetters(name))))),
    ...ordersOf(withoutAdditions(wordsOf(withoutStrayLetters(repeatedLetters(withoutLastMarks(name)))))),
    ...ordersOf(withoutAdditions(wordsOf(ofForm5(withoutStrayLetters(name))))),
    ...ordersOf(withoutHonorific(wordsOf(name), honorificsOfForm4)),
    earlier,
  ]
  return [...new Set(texts)].filter((text) => text !== '').map((text) => `${text} ${birth}`)
}

/** The words of a name in letters that are compared, without titles where there is anything else. */
function wordsOf(name: string): readonly string[] {
  const all = name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{Default_Ignorable_Code_Point}'’]+/u)
    .map((word) => foldLatin(lettersOf(foldSimilar(word))))
    .filter((word) => word !== '')
  const named = all.filter((word) => !titles.has(word))
  return named.length === 0 ? all : named
}

/** The words joined in every order that is compared. */
function ordersOf(words: readonly string[]): string[] {
  const orders = words.map((_word, at) => [...words.slice(at), ...words.slice(0, at)])
  // Syllables that were typed apart are one word, and another order is another name.
  if (words.some((word) => [...word].length > 1)) orders.push(words.toSorted())
  return [...orders.slice(0, mostOrders).map((order) => order.join('')), orders.at(-1)?.join('') ?? '']
}

/** Bounds the hashes of a name of many words; the sorted order is always one of them. */
const mostOrders = 6
const titles = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'junior', 'senior'])

/**
 * A Korean honorific at the end of a name (홍길동 씨), and how many syllables must be left where it is taken off a word, or
 * from among syllables that were typed apart: a given name may end with the same syllable (김솔씨).
 */
type Honorific = readonly [text: string, left: number]
const honorificsOfForm4: readonly Honorific[] = [
  ['씨', 3],
  ['님', Infinity],
]
const honorifics: readonly Honorific[] = [...honorificsOfForm4, ['군', 3], ['양', 3], ['귀하', 2]]
/** "Account holder", which forms of banks print before the name. */
const label = '예금주'

function withoutAdditions(words: readonly string[]): readonly string[] {
  return onceOf(withoutHonorific(onceOf(withoutLabel(words)), honorifics))
}

function withoutHonorific(words: readonly string[], from: readonly Honorific[]): readonly string[] {
  const others = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  const [honorific, left] = from.find(([text]) => last.endsWith(text)) ?? ['', 0]
  if (honorific === '') return words
  if (last === honorific && others.some((word) => [...word].length > 1)) return others
  if ([...words.join('')].length < honorific.length + left) return words
  return last === honorific ? others : [...others, last.slice(0, -honorific.length)]
}

function withoutLabel(words: readonly string[]): readonly string[] {
  const [first = '', ...others] = words
  if (!first.startsWith(label) || [...words.join('')].length < label.length + 2) return words
  return first === label ? others : [first.slice(label.length), ...others]
}

/** The words without those that repeat the whole name. */
function onceOf(words: readonly string[]): readonly string[] {
  const [, once] = /^(.{2,}?)\1+$/u.exec(words.join('')) ?? []
  if (once === undefined) return words
  const end = words.findIndex((_word, at) => words.slice(0, at + 1).join('') === once)
  return end < 0 ? [once] : words.slice(0, end + 1)
}

/** Marks behind Chinese letters and kana that repeat the letter, the last two of them with a voiced kana (すゞ, ハヾ). */
const repeats = '々〻ゝヽゞヾ'
const voicedRepeats = 'ゞヾ'
const takesRepeats = /[\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Han}]/u

/** A name with the letters that its marks of repetition stand for, also behind spaces and each other (奈々々, こゝろ, みすゞ). */
function repeatedLetters(name: string): string {
  let last = ''
  return [...name.normalize('NFKC')]
    .map((letter) => {
      if (!repeats.includes(letter)) {
        if (letter.trim() !== '') last = takesRepeats.test(letter) ? letter : ''
        return letter
      }
      if (/[\p{Script=Katakana}\p{Script=Hiragana}]/u.test(last)) last = kanaOf(last, voicedRepeats.includes(letter))
      return last === '' ? letter : last
    })
    .join('')
}

function kanaOf(letter: string, isVoiced: boolean): string {
  const [plain = letter] = letter.normalize('NFD')
  const voiced = `${plain}\u3099`.normalize('NFC')
  return isVoiced && [...voiced].length === 1 ? voiced : plain
}

/** A name without marks of repetition at its end, where at least three letters are left. */
function withoutLastMarks(name: string): string {
  const text = name.normalize('NFKC')
  const bare = text.replace(new RegExp(`[${repeats}\\P{L}]+$`, 'u'), '')
  return lettersOf(bare).length < 3 ? text : bare
}

/**
 * A name without Hangul tone marks, single Hangul letters beside syllables (ㆍ, ㅇ), and marks of length or repetition
 * behind letters that take none (동ー, 동々).
 */
function withoutStrayLetters(name: string): string {
  const text = name.normalize('NFKC').replace(/[\u302e\u302f]/g, '')
  const syllables = /[가-힣]/.test(text) ? text.replace(/[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/g, '') : text
  return syllables
    .replace(/(?<![\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Han}ー])[ー々〻ゝゞヽヾ〱-〵]+/gu, '')
    .replace(/ー{2,}/g, 'ー')
}

/** In form 5 a Chinese letter that is repeated by 々 was written twice, and other marks stood for themselves. */
function ofForm5(name: string): string {
  return name.replace(/(\p{Script=Han})々/gu, '$1$1')
}

/** Letters that look like Latin ones (Unicode, `confusables.txt`), upper case where only that is similar. */
const similar: Readonly<Record<string, string>> = {
  ...pairsOf('АВЕЅІЈКМНОРСТУХ', 'ABESIJKMHOPCTYX'),
  ...pairsOf('авеѕіјкмнорстухһԁ', 'abesijkmhopctyxhd'),
  ...pairsOf('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'),
  ...pairsOf('αβεικνορτυχγη', 'abeikvoptuxyn'),
  ...pairsOf('ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᎩᏃ', 'ABCDEGHIJKLMPRSTVWYZ'),
}

function pairsOf(from: string, to: string): Record<string, string> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, at) => [letter, letters[at] ?? letter]))
}

function foldSimilar(word: string): string {
  return [...word.normalize('NFC')].map((letter) => similar[letter] ?? letter).join('')
}

const latin: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  ß: 'ss',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  // Small capitals.
  ...pairsOf('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ᴁ: 'ae',
  ɶ: 'oe',
}
const foldedLatin = new RegExp(`[${Object.keys(latin).join('')}]`, 'g')

/** In lower case: one letter for those that are written in two ways, as in Müller, Mueller and Muller. */
function foldLatin(word: string): string {
  return word.replace(foldedLatin, (letter) => latin[letter] ?? letter).replace(/([aou])e/g, '$1')
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[^\p{L}\p{M}]|\p{Me}|\p{Script=Inherited}/gu, '')
}

const eastAsian = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30fc]/u
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Georgian',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Coptic',
  'Lisu',
].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * Whether a name mixes letters of several scripts, which would look like another spelling: within a word, or several
 * alphabets in one name. Chinese, Japanese and Korean letters occur together, and beside words of one alphabet.
 */
export function hasMixedScripts(name: string): boolean {
  const scriptOf = (letter: string): number | 'asian' => {
    if (eastAsian.test(letter)) return 'asian'
    return scripts.findIndex((script) => script.test(letter))
  }
  const words = name.split(/[^\p{L}]+/u).map((word) => new Set([...word].map(scriptOf)))
  const alphabets = new Set(words.flatMap((word) => [...word].filter((script) => script !== 'asian')))
  return alphabets.size > 1 || words.some((word) => word.size > 1)
}

/** Another member with at least one of the same values. */
export type PersonMatch = {
  by: readonly PersonMarkKind[]
  sameBrand: boolean
  status: MemberStatus
  /** An exclusion or a break is in force. */
  excluded: boolean
}

/** Whether the match is by a value that only one person has: the telephone or the bank account. */
export function isExactMatch({ by }: Pick<PersonMatch, 'by'>): boolean {
  return by.includes('phone') || by.includes('account')
}

/** Whether two accounts are certainly of one person: telephone or bank account, and the name with the birth date. */
export function isSamePerson(match: Pick<PersonMatch, 'by'>): boolean {
  return isExactMatch(match) && match.by.includes('person')
}

/** Whether everything that identifies a person is the same: telephone, bank account, and name with birth date. */
function isWholePerson({ by }: Pick<PersonMatch, 'by'>): boolean {
  return by.includes('phone') && by.includes('account') && by.includes('person')
}

/** From this many opened accounts of a brand with one bank account on, the next one is not opened online. */
const mostAccountsPerBankAccount = 2

/** An operator, or a brand that needs none, has opened the account. */
function isOpened({ status }: Pick<PersonMatch, 'status'>): boolean {
  return status === 'active' || status === 'blocked'
}

/**
 * How a registration with a valid form goes on: `contact` cannot be completed online, and does not reveal why;
 * `approval` waits for an operator, also where the brand needs none; `usual` as the brand is set. Never depends on
 * whether a matched member is excluded or blocked: the caller may be a stranger who tries their values. The approval
 * refuses (`decideApproval`). Registrations that wait do not count as accounts of a bank account: anybody may file two
 * with somebody else's number, and must not keep its owner out.
 */
export function decideSignUp(matches: readonly PersonMatch[]): 'contact' | 'approval' | 'usual' {
  const accountsHere = matches.filter(({ sameBrand, status }) => sameBrand && status !== 'rejected')
  if (accountsHere.some(isWholePerson)) return 'contact'
  const withBankAccount = accountsHere.filter((match) => match.by.includes('account') && isOpened(match))
  if (withBankAccount.length >= mostAccountsPerBankAccount) return 'contact'
  return matches.some((match) => isExactMatch(match) || match.by.includes('person')) ? 'approval' : 'usual'
}

function isRestricted({ excluded, status }: PersonMatch): boolean {
  return excluded || status === 'blocked'
}

/** The same name and birth date as a member who is excluded or blocked. */
function isRestrictedPerson(match: PersonMatch): boolean {
  return match.by.includes('person') && isRestricted(match)
}

/**
 * Whether an operator may approve a registration: `excluded` never (telephone or bank account of an excluded member),
 * `duplicate` with an explicit confirmation (the telephone or bank account of another member, or someone who may be a
 * restricted member).
 */
export function decideApproval(matches: readonly PersonMatch[]): 'excluded' | 'duplicate' | 'free' {
  if (matches.some((match) => isExactMatch(match) && match.excluded)) return 'excluded'
  const needsConfirmation = (match: PersonMatch): boolean =>
    (isExactMatch(match) && isOpened(match)) || isRestrictedPerson(match)
  return matches.some(needsConfirmation) ? 'duplicate' : 'free'
}
