import { cleanup } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import { gameByCode } from '#domain/games/catalogue.ts'
import { createSound } from '#web/play/kit/sound.ts'
import type { Play } from './play.ts'
import { SceneVeil } from './scene-veil.tsx'

afterEach(cleanup)

test.each([
  ['kings-chest', [english.slot.win.mega, english.slot.win.tier4], english.slot.feature.filled],
  ['azure-dragon-hoard', [english.slot.win.tier1, english.slot.feature.filled], english.slot.win.mega],
])('the words that %s draws are loaded before a scene', (code, words, other) => {
  const entry = gameByCode(code)
  if (!entry) throw new Error(code)
  const asked: string[] = []
  const load = (_font: string, text: string): Promise<FontFace[]> => {
    asked.push(text)
    return Promise.resolve([])
  }
  vi.stubGlobal('document', Object.assign(document, { fonts: { load } }))
  const atlas = { url: '', size: 0, bytes: 0, frames: {} }
  const sound = createSound(null, { root: 220, timbre: 'bell' })
  renderForMember(<SceneVeil scene={null} game={entry.game} play={{} as Play} stake={1n} {...{ atlas, sound }} />)
  return vi.waitFor(() => {
    for (const word of words) expect(asked.join()).toContain(word)
    expect(asked.join()).not.toContain(other)
  })
})
