import { expect, it } from 'vitest'
import { titleColor } from './title-color.ts'

it('keeps a colour that is readable', () => {
  expect(titleColor('#e8c177')).toBe('#e8c177')
  expect(titleColor('#FFFFFF')).toBe('#ffffff')
})

it('lightens an unreadable colour and keeps its hue', () => {
  expect(titleColor('#000000')).toMatch(/^#([8-9a-f][0-9a-f])\1\1$/)
  const red = titleColor('#c00000') ?? ''
  expect(Number.parseInt(red.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(red.slice(3, 5), 16) + 40)
})

it('returns undefined for invalid colours', () => {
  expect(titleColor('')).toBeUndefined()
  expect(titleColor('red')).toBeUndefined()
})
