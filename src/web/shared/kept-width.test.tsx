import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { KeptWidth } from './kept-width.tsx'

test('a label keeps the width of its wide letters, at most of eight; Latin letters are in the first font', () => {
  const wanted = {
    고객센터: '4',
    '슬롯 게임': '4',
    ライブカジノ: '6',
    公告: '2',
    'Điểm thưởng': null,
    가나다라마바사아자: '8',
  }
  for (const [text, letters] of Object.entries(wanted)) {
    render(<KeptWidth text={text} />)
    expect(screen.getByText(text).getAttribute('data-letters')).toBe(letters)
  }
})
