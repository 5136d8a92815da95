import { expect, test, vi } from 'vitest'
import { expectFontSheets, loadLetters } from './page-fonts.ts'

test('the letters of a canvas are asked for once the style sheets of the fonts have come', async () => {
  const asked: string[] = []
  const load = (font: string, text: string): Promise<FontFace[]> => {
    asked.push(`${font} ${text}`)
    return Promise.resolve([])
  }
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
  const link = document.createElement('link')
  expectFontSheets([link])
  const loaded = loadLetters('800 20px Pretendard', '0')
  await Promise.resolve()
  expect(asked).toEqual([])
  link.dispatchEvent(new Event('load'))
  await loaded
  expect(asked).toEqual(['800 20px Pretendard 0'])
})
