import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { english, renderForMember } from '#test/forms.tsx'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { catalogue } from '#domain/games/catalogue.ts'
import { featureOf } from '#domain/games/game.ts'
import { wholeUnits } from '#domain/money.ts'
import { PickCard, PickPreview } from './pick-scene.tsx'
import type { Play } from './play.ts'
import type { Scene } from './play-state.ts'

afterEach(cleanup)

type PickScene = Extract<Scene, { kind: 'pick' }>

const stake = wholeUnits(1000)
const sheet = {
  url: '/art/pick.webp',
  size: 320,
  bytes: 1,
  frames: { closed: [0, 0, 320, 320], open: [320, 0, 320, 320] },
}
const closed: PickScene = {
  kind: 'pick',
  boxes: Array.from({ length: 9 }, () => null),
  waits: true,
  left: 3,
  latest: null,
  won: 0n,
}

const game = catalogue.map((entry) => entry.game).find((one) => featureOf(one, 'pick')) ?? catalogue[0].game
const manifest = { [`pick/${game.code}`]: sheet, sizes: {}, attributions: [] } as unknown as ArtManifest
const atlas = { url: '', size: 0, bytes: 0, frames: {} }

function renderPick(scene: PickScene) {
  Object.assign(document, { fonts: { load: () => Promise.resolve([]) } })
  const pickBox = vi.fn<(box: number) => void>()
  renderForMember(<PickCard {...{ scene, manifest, game, atlas, stake }} play={{ pickBox } as unknown as Play} />)
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('ul button')]
  const places = buttons.map((button) => button.querySelector<HTMLElement>('[style]')?.style.backgroundPosition)
  return { buttons, places, pickBox, text: document.body.textContent }
}

test('a closed box can be opened while the pick waits, an open one cannot', () => {
  const boxes = closed.boxes.with(2, wholeUnits(600))
  const { buttons, places, pickBox } = renderPick({ ...closed, boxes, left: 2, latest: 2, won: wholeUnits(600) })
  for (const button of buttons) fireEvent.click(button)
  expect(pickBox.mock.calls.map(([box]) => box)).toEqual([0, 1, 3, 4, 5, 6, 7, 8])
  expect(buttons[2]?.getAttribute('aria-label')).toMatch(/^Chest 3: ₩\s*600$/)
  expect(new Set(places)).toEqual(new Set(['0% 0%', '100% 0%']))
  expect(places.filter((place) => place === '100% 0%')).toHaveLength(1)
})

test('no box can be opened while another one shows its amount', () => {
  const { buttons, pickBox } = renderPick({ ...closed, waits: false })
  for (const button of buttons) fireEvent.click(button)
  expect(pickBox).not.toHaveBeenCalled()
})

test('a win at or below the stake has no light', () => {
  const at = (won: bigint) => {
    const boxes = closed.boxes.with(0, won)
    renderPick({ ...closed, boxes, waits: false, left: 2, latest: 0, won: won as PickScene['won'] })
    const lights = document.querySelectorAll('[class*=burst], [class*=bright]').length
    const total = document.querySelector('[data-total]')?.textContent ?? ''
    cleanup()
    return { lights, label: total.startsWith(english.slot.bar.won) }
  }
  expect(at(stake)).toEqual({ lights: 0, label: false })
  expect(at(stake + 1n)).toEqual({ lights: 2, label: true })
})

test('it says how many boxes may still be opened', () => {
  expect(renderPick(closed).text).toContain('3 picks left')
})

test('the card before a pick has as many boxes as may be opened', () => {
  renderForMember(<PickPreview {...{ manifest, game, atlas }} count={3} />)
  expect(document.querySelectorAll('[style*="/art/pick.webp"]')).toHaveLength(3)
})
