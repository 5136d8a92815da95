import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeptWidth } from './kept-width.tsx'

test('a label keeps the width of its wide letters and of the spaces between them; Latin letters are in the first font', () => {
  const wanted = {
    고객센터: ['4', '0'],
    '슬롯 게임': ['4', '1'],
    ライブカジノ: ['6', '0'],
    公告: ['2', '0'],
    'Điểm thưởng': ['0', '0'],
    가나다라마바사아자: ['9', '0'],
  }
  for (const [text, kept] of Object.entries(wanted)) {
    render(<KeptWidth text={text} />)
    const { style } = screen.getByText(text)
    expect(['--letters', '--spaces'].map((name) => style.getPropertyValue(name))).toEqual(kept)
  }
})
