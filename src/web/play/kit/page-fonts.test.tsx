import { afterEach, expect, test, vi } from 'vitest'
import { drawWithLetters, expectFontSheets, loadLetters, mostMs } from './page-fonts.ts'

afterEach(() => {
  vi.useRealTimers()
})

function stubFonts(load: () => Promise<FontFace[]>): void {
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
}

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

test('a word waits for its letters, but not longer than a while, and is drawn again when they come', async () => {
  vi.useFakeTimers()
  const fonts = Promise.withResolvers<FontFace[]>()
  stubFonts(() => fonts.promise)
  const draw = vi.fn<() => void>()
  drawWithLetters('900 40px Pretendard', '대박', draw)
  await vi.advanceTimersByTimeAsync(mostMs - 1)
  expect(draw).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(draw).toHaveBeenCalledTimes(1)
  fonts.resolve([])
  await vi.advanceTimersByTimeAsync(0)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('a word whose letters cannot come, or have come, is drawn once, and not after it has gone', async () => {
  vi.useFakeTimers()
  const draw = vi.fn<() => void>()
  stubFonts(() => Promise.reject(new Error('no font')))
  drawWithLetters('900 40px Pretendard', '대박', draw)
  await vi.advanceTimersByTimeAsync(2 * mostMs)
  stubFonts(() => Promise.resolve([]))
  drawWithLetters('900 40px Pretendard', '대박', draw)
  await vi.advanceTimersByTimeAsync(2 * mostMs)
  expect(draw).toHaveBeenCalledTimes(2)
  drawWithLetters('900 40px Pretendard', '대박', draw)()
  await vi.advanceTimersByTimeAsync(2 * mostMs)
  expect(draw).toHaveBeenCalledTimes(2)
})

test('a family that this machine does not have ends no wait for the others', async () => {
  const fonts = Promise.withResolvers<FontFace[]>()
  const load = (font: string): Promise<FontFace[]> =>
    font.includes('Fallback') ? Promise.reject(new Error('A network error occurred.')) : fonts.promise
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
  const draw = vi.fn<() => void>()
  drawWithLetters('900 40px "Baize", "Baize Fallback", sans-serif', '무료', draw)
  await new Promise((done) => setTimeout(done, 20))
  expect(draw).not.toHaveBeenCalled()
  fonts.resolve([])
  await vi.waitFor(() => expect(draw).toHaveBeenCalledTimes(1))
})
