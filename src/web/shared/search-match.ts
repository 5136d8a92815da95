import { getChoseong } from 'es-hangul'

/**
 * Whether a name answers to what was typed: part of it in any case and spacing, or its initial consonants
 * (ㅎㄹㅇ finds 황금 호랑이).
 */
export function matchesSearch(name: string, typed: string): boolean {
  const wanted = plain(typed)
  if (wanted === '' || plain(name).includes(wanted)) return true
  // Letters standing alone are looked for before NFKC, which would turn them into parts of syllables.
  const letters = typed.replaceAll(/\s+/g, '')
  return /^[ㄱ-ㅎ]+$/.test(letters) && getChoseong(name).replaceAll(/\s+/g, '').includes(letters)
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, '')
}
