import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('a device is named by its browser and its system', () => {
  const phone = `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`
  expect(deviceName(phone)).toBe('Chrome · Android')
  expect(
    deviceName(`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Whale/4.3 Safari/537.36`),
  ).toBe('Whale · Windows')
  expect(deviceName(`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`)).toBe(
    'Safari · iPhone',
  )
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0')).toBe('Firefox · Linux')
})

test('a program keeps the name it gives itself, and one without a name has a dash', () => {
  expect(deviceName('my-bot/1.0')).toBe('my-bot/1.0')
  expect(deviceName('')).toBe('-')
})
