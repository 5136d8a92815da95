/**
 * The `lang` for a text of an operator or a member where it is not in the page's own language, judged by its letters: it is
 * shown as it was written, and marked, so that fonts and screen readers choose rightly. undefined: nothing to mark, either
 * because it is the page's language or because it has Latin letters only, which every language of the site has.
 */
export function foreignLanguage(text: string, page: string): 'ko' | 'ja' | 'zh-Hans' | 'vi' | undefined {
  const language = languageOf(text, page)
  return language === page ? undefined : language
}

function languageOf(text: string, page: string): 'ko' | 'ja' | 'zh-Hans' | 'vi' | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  // Han alone is Japanese as well as Chinese: on a Japanese page it is taken for that.
  if (/\p{Script=Han}/u.test(text)) return page === 'ja' ? 'ja' : 'zh-Hans'
  return /[ăđơưĂĐƠƯ\u1EA0-\u1EF9]/u.test(text.normalize('NFC')) ? 'vi' : undefined
}
