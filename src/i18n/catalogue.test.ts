import { globSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../scripts/catalogues.ts'
import { argumentsOf } from '../../scripts/key-messages.ts'
import { bundledLocales } from './locales.ts'
import { messageParts } from './parts.ts'

/** The files of the Korean catalogue: `help.ts`, `office/help.ts`. */
const files = filesOf('ko')

function filesOf(locale: string): string[] {
  return globSync('**/*.ts', { cwd: new URL(`${locale}/`, import.meta.url) }).toSorted()
}

async function messagesOf(locale: string, file: string): Promise<Catalogue> {
  const { messages } = (await import(`./${locale}/${file}`)) as { messages: Catalogue }
  return messages
}

function flatten(catalogue: Catalogue, path = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[`${path}${key}`, text]] : flatten(text, `${path}${key}.`),
  )
}

/** Words that meant the same as another of their language; `docs/glossary.md` has the one that is used. */
const givenUp: Record<(typeof bundledLocales)[number], readonly string[]> = {
  ko: ['연습용 머니', '제공사', '자율 제한', '묶음', '보험', '수학 모델', '더블다운'],
  en: ['Maths hash', 'maths hash', 'Least stake', 'least stake', ' %'],
  jp: [
    '練習用マネー',
    '等級',
    '積立率',
    'お休み',
    '自己利用制限',
    'ブラウザー',
    '公平性',
    '数学モデル',
    '払い出し',
    '控除率',
    '保険',
  ],
  vn: [
    'muối',
    'guồng',
    'vô hiệu',
    'rơi chuỗi',
    'lượt quay miễn phí',
    'phân tán',
    'tự hạn chế',
    'tiền luyện tập',
    'Quyết định {',
  ],
  cn: [
    '练习币',
    '彩池',
    '牌桌',
    '牌局',
    '提款',
    '自我限制',
    '个人中心',
    '数学模型',
    '返点比例',
    '无效',
    '连环',
    '取款冻结',
  ],
  th: ['วงเงินฝาก', 'ความเป็นธรรม', 'จำกัดตนเอง', 'ดูซ้ำ', 'ฝ่ายบริการ', 'ศูนย์บริการ', 'เงินฝึก', 'เงินทดลองเล่น'],
}

describe('the catalogues', () => {
  for (const file of files) {
    for (const locale of bundledLocales.filter((one) => filesOf(one).includes(file))) {
      it(`${locale}/${file} has every message of the Korean file, with the same arguments`, async () => {
        const [base, own] = await Promise.all([messagesOf('ko', file), messagesOf(locale, file)])
        const wanted = flatten(base).map(([key, text]) => [key, argumentsOf(compile(text))])
        const given = flatten(own).map(([key, text]) => [key, argumentsOf(compile(text))])
        expect(Object.fromEntries(given)).toEqual(Object.fromEntries(wanted))
        expect(flatten(own).filter(([, text]) => text.trim() === '')).toEqual([])
      })
    }
  }

  it('no Korean text is copied into another language', async () => {
    const copied: string[] = []
    for (const file of files) {
      const korean = flatten(await messagesOf('ko', file)).filter(([, text]) => /[가-힣]/.test(text))
      for (const locale of bundledLocales.filter((one) => one !== 'ko' && filesOf(one).includes(file))) {
        const own = new Map(flatten(await messagesOf(locale, file)))
        copied.push(...korean.filter(([key, text]) => own.get(key) === text).map(([key]) => `${locale}/${file} ${key}`))
      }
    }
    expect(copied).toEqual([])
  })

  it('no word is used that its language gave up for another (docs/glossary.md)', async () => {
    const found: string[] = []
    for (const locale of bundledLocales) {
      const messages = await Promise.all(filesOf(locale).map(async (file) => flatten(await messagesOf(locale, file))))
      for (const word of givenUp[locale])
        found.push(
          ...messages.flat().flatMap(([key, text]) => (text.includes(word) ? [`${locale} ${key}: ${word}`] : [])),
        )
    }
    expect(found).toEqual([])
  })

  it('each top-level key is in one file and in one part', async () => {
    const member = files.filter((file) => !file.startsWith('office/'))
    const keys = (await Promise.all(member.map((file) => messagesOf('ko', file)))).flatMap((one) => Object.keys(one))
    const parts: readonly string[] = Object.values(messageParts).flat()
    expect(parts.toSorted()).toEqual([...keys, 'office'].toSorted())
  })
})
