import { getChoseong } from 'es-hangul'

/**
 * Whether a name answers to what was typed: part of it in any case and spacing, or its initial consonants
 * (ㅎㄹㅇ finds 황금 호랑이).
 */
export function matchesSearch(name: string, typed: string): boolean {
  const wanted = plain(typed)
  if (wanted === '') return true
  const word = plain(name)
  return word.includes(wanted) || (/^[ㄱ-ㅎ]+$/.test(wanted) && plain(getChoseong(name)).includes(wanted))
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
}
