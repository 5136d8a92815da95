type Language = 'ko' | 'ja' | 'zh-Hans' | 'vi'

/**
 * A language is recognised by letters that only it has, if they are at least this share of all letters, so that a
 * Korean name in a sentence does not make it Korean. Han without kana counts as Chinese, except on a Japanese page.
 */
const languages: readonly (readonly [Language, RegExp, number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 0.2],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['zh-Hans', /\p{Script=Han}/gu, 0.2],
  ['vi', /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/gu, 0.03],
]

/**
 * The `lang` attribute for a text of an operator or a member that is not in the page's language, recognised by its
 * letters; fonts and screen readers depend on it. undefined: no attribute, because the text is in the page's language
 * or has only Latin letters, which every language of the site has. `text` may be HTML.
 */
export function foreignLanguage(text: string, page: string): Language | undefined {
  const plain = text.replaceAll(/<[^>]*>/g, ' ').normalize('NFC')
  const letters = plain.match(/\p{L}/gu)?.length ?? 0
  const found = languages.find(([, pattern, share]) => {
    const own = plain.match(pattern)?.length ?? 0
    return own > 0 && own >= letters * share
  })
  if (found === undefined || found[0] === page || (page === 'ja' && found[0] === 'zh-Hans')) return undefined
  return found[0]
}
