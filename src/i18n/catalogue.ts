/**
 * How the messages are organised; read this before adding one.
 *
 * - `<locale>/<noun>.ts` holds the messages of one module (`src/server/modules/`) for members, in `ko en jp vn cn
 *   th`; `<locale>/office/<noun>.ts` those of its office pages, in Korean and English only. `frame.ts`, `home.ts` and
 *   `play.ts` (the game window that all games share) belong to no module; `test/modules.test.ts` has the list.
 * - Every file exports `messages`. The Korean one is the base: it ends in `as const` and exports its type as well
 *   (`export type HelpMessages = Translation<typeof messages>`); the others say `satisfies HelpMessages`, so a
 *   missing, extra or misspelt key does not compile.
 * - The top-level key is the noun (`help: {…}`), read with `useTranslations('help')`; in the office
 *   `useTranslations('office.help')`. A noun with messages that are loaded at different times has further keys that
 *   begin with its name: `signIn`, `signInSessions`.
 * - Keys are nested, camelCase; values are ICU messages (`{count, number}`, `{kind, select, …}`). Arguments must
 *   agree between languages: `catalogue.test.ts` checks it.
 * - `parts.ts` lists the files, and which top-level keys a page loads together. The build
 *   (`scripts/message-plugin.ts`) compiles each part and language to one file: `import { load } from
 *   'messages:records'`; no ICU parser reaches a browser.
 */

/** The type of a catalogue with every message widened to `string`; the other languages must satisfy it. */
export type Translation<Base> = {
  readonly [Key in keyof Base]: Base[Key] extends string ? string : Translation<Base[Key]>
}
