type Language = 'ko' | 'ja' | 'zh-Hans' | 'vi'

/**
 * A language is told by letters that only it has, where they are at least this share of all: one name does not make a
 * sentence Korean. Han without kana beside it is Chinese, but on a Japanese page.
 */
const languages: readonly (readonly [Language, RegExp, number])[] = [
  ['ko', /\p{Script=Hangul}/gu, 0.2],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.1],
  ['zh-Hans', /\p{Script=Han}/gu, 0.2],
  ['vi', /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/gu, 0.03],
]

/**
 * The `lang` for a text of an operator or a member where it is not in the page's own language, judged by its letters: it is
 * shown as it was written, and marked, so that fonts and screen readers choose rightly. undefined: nothing to mark, either
 * because it is the page's language or because it has Latin letters only, which every language of the site has.
 * `text` may be HTML.
 */
export function foreignLanguage(text: string, page: string): Language | undefined {
  const said = text.replaceAll(/<[^>]*>/g, ' ').normalize('NFC')
  const letters = said.match(/\p{L}/gu)?.length ?? 0
  const found = languages.find(([, pattern, share]) => {
    const own = said.match(pattern)?.length ?? 0
    return own > 0 && own >= letters * share
  })
  if (found === undefined || found[0] === page || (page === 'ja' && found[0] === 'zh-Hans')) return undefined
  return found[0]
}
