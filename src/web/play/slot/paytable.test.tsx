import { cleanup } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderForMember } from '#test/forms.tsx'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { bundledLocales } from '#i18n/locales.ts'
import type { SlotMessages } from '#i18n/ko/slot.ts'
import { Paytable } from './paytable.tsx'

afterEach(cleanup)

test('an amount in the text of the coin is never torn from its sign, nor a dot from the amount before it', () => {
  const game = catalogue.map((entry) => entry.game).find((one) => featureOf(one, 'hold-and-win'))
  if (!game) throw new Error('No machine has hold and win.')
  renderForMember(<Paytable game={game} atlas={{ url: '', size: 0, bytes: 0, frames: {} }} stake={wholeUnits(1000)} />)
  const text = [...document.querySelectorAll('p')].map((element) => element.textContent).join('\n')
  expect(text).toContain('₩\u00a0')
  expect(text).not.toMatch(/₩ | ·/)
})

// The sentence is that of every machine with free spins, also of those without lines.
test.each(bundledLocales)('the text of the scatter names no lines in %s', async (locale) => {
  const { messages } = (await import(`../../../i18n/${locale}/slot.ts`)) as { messages: SlotMessages }
  expect(messages.slot.info.scatterText).not.toMatch(/라인|ライン|\blines?\b|线|hàng|ไลน์/i)
})
