import { getChoseong } from 'es-hangul'

/**
 * Whether a name matches the query: part of the name, ignoring case and spaces, or its initial consonants
 * (ㅎㄹㅇ finds 황금 호랑이).
 */
export function matchesSearch(name: string, typed: string): boolean {
  const query = plain(typed)
  if (query === '' || plain(name).includes(query)) return true
  // Single consonants are compared before NFKC, which would turn them into parts of syllables.
  const letters = typed.replaceAll(/\s+/g, '')
  return /^[ㄱ-ㅎ]+$/.test(letters) && getChoseong(name).replaceAll(/\s+/g, '').includes(letters)
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
}
