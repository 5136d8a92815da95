/**
 * System fonts of the reader, sized to the width and line height of our fonts, so that nothing moves when ours are
 * loaded. Percentages: our advance relative to theirs; our ascent and descent divided by the same.
 */

type Fallback = { readonly css: string; readonly families: readonly string[] }

type Adjust = {
  readonly locals: readonly string[]
  readonly size: number
  readonly ascent: number
  readonly descent: number
  readonly weight?: string
  readonly range?: string
}

function face(family: string, { locals, size, ascent, descent, weight, range }: Adjust): string {
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  const sources = locals.map((name) => `local("${name}")`).join(',')
  const chosen = `${weight === undefined ? '' : `;font-weight:${weight}`}${range === undefined ? '' : `;unicode-range:${range}`}`
  return `@font-face{font-family:"${family}";src:${sources};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%${chosen}}`
}

/**
 * The Latin fonts that systems have, by family: Arial on Windows and Apple's, Roboto on Android, DejaVu Sans elsewhere; each
 * has its files by weight.
 */
const systemLatin = {
  'Baize Fallback': {
    regular: ['Arial', 'Liberation Sans', 'Helvetica Neue'],
    bold: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Neue Bold'],
  },
  'Baize Roboto': { regular: ['Roboto'], bold: ['Roboto Bold', 'Roboto-Bold', 'Roboto'] },
  'Baize DejaVu': { regular: ['DejaVu Sans'], bold: ['DejaVu Sans Bold'] },
} as const
type SystemLatin = keyof typeof systemLatin

/**
 * Widths of the letters of the home in English, or Vietnamese, and of its figures, relative to those of each system font: the mean
 * of the weights 400 and 500, and of 600 and 700. All these fonts have figures of one width.
 */
type Widths = Readonly<Record<SystemLatin, Readonly<Record<'regular' | 'bold', { letters: number; digits: number }>>>>
const pretendardWidths: Widths = {
  'Baize Fallback': { regular: { letters: 1.005, digits: 1.117 }, bold: { letters: 0.977, digits: 1.165 } },
  'Baize Roboto': { regular: { letters: 1.02, digits: 1.106 }, bold: { letters: 1.036, digits: 1.128 } },
  'Baize DejaVu': { regular: { letters: 0.904, digits: 0.976 }, bold: { letters: 0.824, digits: 0.931 } },
}
const vietnameseWidths: Widths = {
  'Baize Fallback': { regular: { letters: 1.064, digits: 1.117 }, bold: { letters: 1.025, digits: 1.15 } },
  'Baize Roboto': { regular: { letters: 1.094, digits: 1.106 }, bold: { letters: 1.101, digits: 1.114 } },
  'Baize DejaVu': { regular: { letters: 0.978, digits: 0.977 }, bold: { letters: 0.878, digits: 0.92 } },
}
const pretendardLine = { ascent: 0.952, descent: 0.241 }
const families = Object.keys(systemLatin) as SystemLatin[]
const spans = { regular: '400 599', bold: '600 800' } as const
const weights = ['regular', 'bold'] as const

function latinFaces(widths: Widths, line: { ascent: number; descent: number }): string {
  const facesOf = (family: SystemLatin, weight: (typeof weights)[number]): string => {
    const { letters, digits } = widths[family][weight]
    const shared = { locals: systemLatin[family][weight], ...line, weight: spans[weight] }
    return face(family, { ...shared, size: letters }) + face(family, { ...shared, size: digits, range: 'U+30-39' })
  }
  return families.flatMap((family) => weights.map((weight) => facesOf(family, weight))).join('')
}

const latin = latinFaces(pretendardWidths, pretendardLine)
const hangul = face('Baize Hangul Fallback', {
  locals: ['Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'],
  size: 0.94,
  ...pretendardLine,
  range: 'U+1100-11FF,U+3130-318F,U+AC00-D7A3',
})

export const fallbackFaces: Readonly<Record<string, Fallback>> = {
  ko: { css: latin + hangul, families: ['Baize Hangul Fallback', ...families, 'Apple SD Gothic Neo'] },
  en: { css: latin, families },
  jp: { css: latin, families: [...families, 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP'] },
  cn: { css: latin, families: [...families, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'] },
  vn: { css: latinFaces(vietnameseWidths, { ascent: 1, descent: 0.265 }), families },
}
