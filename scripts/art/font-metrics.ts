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
  readonly range?: string
}

function face(family: string, { locals, size, ascent, descent, range }: Adjust): string {
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  const sources = locals.map((name) => `local("${name}")`).join(',')
  return `@font-face{font-family:"${family}";src:${sources};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%${range === undefined ? '' : `;unicode-range:${range}`}}`
}

const arial = ['Arial', 'Liberation Sans', 'Helvetica Neue']
const pretendardLine = { ascent: 0.952, descent: 0.241 }
const latin = face('Baize Fallback', { locals: arial, size: 1.01, ...pretendardLine })
const hangul = face('Baize Fallback', {
  locals: ['Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'],
  size: 0.94,
  ...pretendardLine,
  range: 'U+1100-11FF,U+3130-318F,U+AC00-D7A3',
})

export const fallbackFaces: Readonly<Record<string, Fallback>> = {
  ko: { css: latin + hangul, families: ['Baize Fallback', 'Apple SD Gothic Neo'] },
  en: { css: latin, families: ['Baize Fallback'] },
  jp: { css: latin, families: ['Baize Fallback', 'Hiragino Sans', 'Yu Gothic', 'Noto Sans CJK JP'] },
  cn: { css: latin, families: ['Baize Fallback', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'] },
  vn: {
    css: face('Baize Fallback', { locals: arial, size: 1.104, ascent: 1, descent: 0.265 }),
    families: ['Baize Fallback'],
  },
}
