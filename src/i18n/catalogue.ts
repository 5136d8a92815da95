/**
 * How the message catalogues are organised; read this before adding a message.
 *
 * - `ko.ts` is the base catalogue of the frame and the home (everything a first visit needs) and is kept small;
 *   `en.ts jp.ts vn.ts cn.ts th.ts` have the same keys.
 * - `<locale>/account.ts` holds the other pages of the member site, `<locale>/play.ts` the game window,
 *   `<locale>/office.ts` the office (ko and en only). Each begins at `ko/<part>.ts`.
 * - Every file exports `messages`. The Korean one ends in `as const` and exports its type as well
 *   (`export type PlayMessages = Translation<typeof messages>`); the others say `satisfies PlayMessages`, so a missing, extra or
 *   misspelt key does not compile.
 * - Every part has one unique top-level key (`play: {…}`, `office: {…}`): an app merges the parts it needs and
 *   reads them with `useTranslations('play')`. Keys are nested, camelCase; values are ICU messages (`{count, number}`,
 *   `{kind, select, …}`). Arguments must agree between languages: `catalogue.test.ts` checks it.
 * - The build turns each file into compiled messages (icu-minify), one lazy chunk a locale and part:
 *   `import('#i18n/ko/play.ts')`; no ICU parser reaches a browser.
 */

/** The type of a catalogue with every message widened to `string`; the other languages must satisfy it. */
export type Translation<Base> = {
  readonly [Key in keyof Base]: Base[Key] extends string ? string : Translation<Base[Key]>
}
