/**
 * The letters that the program's own texts use in each script, read from the sources: the core of each locale's fonts.
 */

import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../../src/domain/games/catalogue.ts'
import { seatGames } from '../../src/domain/games/seat-games.ts'
import { tables } from '../../src/domain/games/table/tables.ts'
import { languageNames } from '../../src/i18n/locales.ts'
import { banners, notices, popup } from '../../src/server/seed/demo-texts.ts'
import { readCatalogue } from '../catalogues.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const hangul = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/gu
const han = /[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff]/gu

const cjkPunctuation = '、。〈〉《》「」『』【】〔〕・ー…―！？：；（），．％＆～＋－＝￥'
const kana = letters(0x3041, 0x3096) + letters(0x30a1, 0x30fe)

/** Hangul of one syllable's first consonant alone, as in searches by initial consonants. */
const jamo = letters(0x3131, 0x3163)

/** Letters of the western texts of every locale: Latin-1, Extended-A, punctuation, currencies, arrows, a few signs. */
export const latinLetters = `${letters(0x20, 0x7e)}${letters(0xa0, 0x17f)}–—‘’“”„•…‰‹›€₩₫₿™←↑→↓↔↗↘−×÷≈≠≤≥∞√■□▲▶▼◀◆◇○●★☆✓✕♠♣♥♦`

/** The currency sign that the typeface of Vietnamese lacks. */
export const wonSign = '₩'

/** The part of `latinLetters` that nearly every page shows. */
export const firstLatinLetters = `${letters(0x20, 0x7e)}©·×–—‘’“”…₩`

export type CoreLetters = { readonly ko: string; readonly jp: string; readonly cn: string }

/**
 * Sorted letters for each script. Korean counts wherever it is used (the demo data and the games are Korean first);
 * Chinese characters count for Japanese or Chinese, depending on the catalogue, the key, or kana beside them.
 */
export async function coreLetters(): Promise<CoreLetters> {
  const files = (
    await Promise.all(['src/i18n', 'src/domain', 'src/contract', 'src/server', 'src/web'].map(sourcesBelow))
  ).flat()
  const ko = new Set(jamo)
  const jp = new Set(kana + cjkPunctuation)
  const cn = new Set(cjkPunctuation)
  for (const { path, text } of files) {
    collect(ko, text, hangul)
    const catalogue = /\/i18n\/([a-z]+)(?:\/|\.ts$)/u.exec(path)?.[1]
    if (catalogue === 'jp' || catalogue === 'cn') collect(catalogue === 'jp' ? jp : cn, text, han)
    else collectByLiteral(text, jp, cn)
  }
  return { ko: sorted(ko), jp: sorted(jp), cn: sorted(cn) }
}

/** The messages that the home page shows. */
const firstGroups = ['frame', 'menu', 'home', 'lobbyFeature', 'jackpot', 'footer', 'common'] as const

/**
 * The letters that the first view shows: the texts of the frame and the home page, the name of the language, the names of
 * the games, and the banners, titles of notices and the popup of the demo data. They are in a file of their own, the only
 * one that a page waits for; a letter that it lacks makes the page load the other file, which is larger.
 */
export async function firstLetters(): Promise<CoreLetters> {
  const [all, ko, jp, cn] = await Promise.all([coreLetters(), ...(['ko', 'jp', 'cn'] as const).map(firstTexts)])
  const of = (whole: string, texts = '') =>
    Array.from(whole)
      .filter((letter) => texts.includes(letter))
      .join('')
  return { ko: of(all.ko, ko), jp: of(all.jp, jp), cn: of(all.cn, cn) }
}

async function firstTexts(locale: 'ko' | 'jp' | 'cn'): Promise<string> {
  const messages = await readCatalogue(locale)
  const names = [...catalogue, ...tables, ...seatGames].map((game) => game.names[locale])
  const demo = [banners.map(({ texts }) => texts[locale]), notices.map((notice) => notice[locale].title), popup[locale]]
  return JSON.stringify([firstGroups.map((key) => messages[key]), languageNames[locale], names, demo])
}

/** Elsewhere the language of a text follows from its key (`jp: '…'`, perhaps on the next line) or from its script. */
function collectByLiteral(text: string, jp: Set<string>, cn: Set<string>): void {
  for (const [literal] of text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/gu)) {
    if (/[\u3041-\u30ff]/u.test(literal)) collect(jp, literal, han)
    else if (!/[\uac00-\ud7a3]/u.test(literal)) collect(cn, literal, han)
  }
  for (const [said] of text.matchAll(/\bjp['"]?:[^\n]*\n?[^\n]*/gu)) collect(jp, said, han)
}

function collect(into: Set<string>, text: string, script: RegExp): void {
  for (const [letter] of text.matchAll(script)) into.add(letter)
}

async function sourcesBelow(folder: string): Promise<{ path: string; text: string }[]> {
  const names = await readdir(join(root, folder), { recursive: true })
  const wanted = names.filter((name) => /\.(ts|tsx|json)$/u.test(name) && !/\.test\.tsx?$/u.test(name)).toSorted()
  return await Promise.all(
    wanted.map(async (name) => {
      const path = `/${folder}/${name.replaceAll('\\', '/')}`
      return { path, text: await readFile(join(root, path), 'utf8') }
    }),
  )
}

function sorted(of: ReadonlySet<string>): string {
  return [...of].toSorted().join('')
}

function letters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
}
