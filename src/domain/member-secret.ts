/** Rejects passwords and withdrawal PINs that are too easy to guess. */

/** Why a secret is too weak; the page has the messages. */
export const secretFaults = ['required', 'short', 'long', 'common', 'simple', 'name', 'digits', 'sequence'] as const
export type SecretFault = (typeof secretFaults)[number]

export const passwordLength = { least: 8, most: 100 } as const
export const pinLength = 4

/** Common passwords; compared in lower case and without additions at either end. */
const common = (
  'password passw0rd qwerty qwertyuiop asdfgh asdfghjkl zxcvbnm qwer1234 asdf1234 1q2w3e4r iloveyou welcome dragon ' +
  'monkey football baseball letmein master sunshine princess superman trustno1 abc123 admin login secret changeme ' +
  'casino jackpot lucky777 starwars whatever freedom computer samsung korea seoul dkssud gksrmf tkfkdgo qlalfqjsgh 1q2w3e'
).split(' ')

/**
 * What is wrong with a password, or null. At least 8 characters, at least 5 different ones, no run such as `12345678`,
 * none of the common ones with a digit or two added, and not the member's own id or nickname.
 */
export function passwordFault(password: string, names: readonly string[]): SecretFault | null {
  const text = password.normalize('NFKC').toLowerCase()
  const characters = [...text]
  if (characters.length === 0) return 'required'
  if (characters.length < passwordLength.least) return 'short'
  if (characters.length > passwordLength.most) return 'long'
  if (new Set(characters).size < 5 || isRun(text) || isRepeated(text)) return 'simple'
  const core = text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  if (common.includes(core) || common.includes(text) || common.includes(text.replace(/\W+$/, ''))) return 'common'
  const leftOver = (name: string): number => text.length - name.normalize('NFKC').length
  const owns = (name: string): boolean => name !== '' && text.includes(name.normalize('NFKC').toLowerCase())
  // A password may contain a name when enough else remains: `haneul-play-1` is no worse than `play-1` alone.
  if (names.some((name) => owns(name) && leftOver(name) < 5)) return 'name'
  return null
}

/** What is wrong with a PIN, or null: four digits, not all alike, not a sequence up or down. */
export function pinFault(pin: string): SecretFault | null {
  const text = pin.normalize('NFKC')
  if (text === '') return 'required'
  if (!/^\d{4}$/.test(text)) return 'digits'
  if (/^(\d)\1{3}$/.test(text)) return 'simple'
  return isRun(text) ? 'sequence' : null
}

/** Whether each character is one above the one before it, or each one below; nine and zero are neighbours. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const goes = (step: number): boolean =>
    codes.slice(1).every((code, index) => {
      const expected = (codes[index] ?? 0) + step
      return code === expected || (code === 48 && expected === 58) || (code === 57 && expected === 47)
    })
  return goes(1) || goes(-1)
}

/** Whether the text repeats a piece of up to 4 characters: `abcdabcd`. */
function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/u.test(text)
}
