/** The words that stand in pictures of machines, in the languages of the site. */

export type Script = 'ko' | 'jp' | 'cn' | 'vn'
export type PictureLocale = Script | 'en'
export type Words = Readonly<Record<PictureLocale, string>>

/** A machine's title: in each language the lines that it has on its tile. */
export type Title = Readonly<Record<PictureLocale, readonly string[]>>

/** A title in one line. Japanese and Chinese have no spaces between words. */
export function inOneLine(title: Title, locale: PictureLocale): string {
  return title[locale].join(locale === 'jp' || locale === 'cn' ? '' : ' ')
}

export const pictureLocales: readonly PictureLocale[] = ['ko', 'en', 'jp', 'vn', 'cn']

export const freeSpins: Words = {
  ko: '무료 스핀',
  en: 'FREE SPINS',
  jp: 'フリースピン',
  vn: 'QUAY MIỄN PHÍ',
  cn: '免费旋转',
}

/** For small symbols, whose plate has no room for more. */
export const freeSpinsShort: Words = { ko: '무료 스핀', en: 'FREE', jp: 'フリー', vn: 'MIỄN PHÍ', cn: '免费' }

export const wild: Words = { ko: '와일드', en: 'WILD', jp: 'ワイルド', vn: 'WILD', cn: '百搭' }

export const bonus: Words = { ko: '보너스', en: 'BONUS', jp: 'ボーナス', vn: 'THƯỞNG', cn: '奖励' }

/** The words of every machine; titles are in `machines/<code>/title.ts`. */
export const sharedWords: readonly Words[] = [freeSpins, freeSpinsShort, wild, bonus]
