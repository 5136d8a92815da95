import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeptWidth } from './kept-width.tsx'

test('a label keeps the width of its wide letters and of the spaces between them, also beside Latin ones', () => {
  const wanted = {
    고객센터: ['고객센터 4 0'],
    '슬롯 게임': ['슬롯 게임 4 1'],
    ライブカジノ: ['ライブカジノ 6 0'],
    公告: ['公告 2 0'],
    'Điểm thưởng': [],
    가나다라마바사아자: ['가나다라마바사아자 9 0'],
    '還元率 96.17%': ['還元率 3 0'],
    'RTP 보기 A 나': ['보기 2 0', '나 1 0'],
  }
  for (const [text, kept] of Object.entries(wanted)) {
    const { container } = render(<KeptWidth text={text} />)
    expect(container.textContent).toBe(text)
    const widths = [...container.querySelectorAll('span')].map(({ textContent, style }) =>
      [textContent, ...['--letters', '--spaces'].map((name) => style.getPropertyValue(name))].join(' '),
    )
    expect(widths).toEqual(kept)
  }
})
