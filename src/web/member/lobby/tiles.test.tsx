import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { SlotGame } from '#contract/lobby.ts'
import { jackpotFigures, setJackpotFigures } from '#web/shared/jackpot-figures.ts'
import { english, renderForMember } from '#test/forms.tsx'
import { allowPictures } from '#web/member/late-pictures.ts'
import { TileGrid, tileOfSlot } from './tiles.tsx'

beforeAll(allowPictures)

afterEach(() => {
  cleanup()
  jackpotFigures.set(null)
})

const slot: SlotGame = {
  code: 'chest',
  gameCompany: 'own',
  imgUrl: '',
  nameKo: '',
  nameEn: '',
  names: { ko: '상자', en: 'Chest', jp: '', vn: '', cn: '' },
  used: 'y',
  closed: false,
  rtp: '94.5',
  volatility: null,
  features: ['jackpot', 'pick'],
  isNew: false,
  released: '2026-11-20T01:00:00.000Z',
}

test('the tile of a linked machine has the mega pool, and follows it', () => {
  const tiles = [slot, { ...slot, code: 'other', features: [] }].map((game) => tileOfSlot(game, 'en', ''))
  renderForMember(<TileGrid tiles={tiles} onPress={() => undefined} />)
  expect(screen.queryByText(english.jackpot.mega)).toBeNull()
  const mega = { tier: 'mega' as const, ratePerSecond: '1', share: '0.5', hit: null }
  act(() => setJackpotFigures([{ ...mega, amount: '5000100' }]))
  expect(screen.getByText('₩ 5,000,100').closest('button')?.textContent).toContain(english.jackpot.mega)
  act(() => setJackpotFigures([{ ...mega, amount: '5000900' }]))
  screen.getByText('₩ 5,000,900')
  act(() => setJackpotFigures([]))
  expect(screen.queryByText(english.jackpot.mega)).toBeNull()
})

test('a tile has the lettering of its game in the language of the page, and its name from the text alone', () => {
  const art = { 'lettering/chest-en': '/art/chest-en.webp', 'lettering/chest-ko': '/art/chest-ko.webp' }
  const tiles = [
    { ...slot, imgUrl: '/art/chest.webp', features: [] },
    { ...slot, code: 'other', imgUrl: '/art/other.webp', names: { ...slot.names, en: 'Other' }, features: [] },
  ].map((game) => tileOfSlot(game, 'en', ''))
  renderForMember(<TileGrid tiles={tiles} onPress={() => undefined} />, art)
  const picturesOf = (name: RegExp) => Array.from(screen.getByRole('button', { name }).querySelectorAll('img'))
  const [picture, lettering] = picturesOf(/94.5.*Chest$/u)
  expect([picture, lettering].map((image) => image?.getAttribute('src'))).toEqual([
    '/art/chest.webp',
    '/art/chest-en.webp',
  ])
  // Its place is reserved before it arrives.
  expect([lettering?.width, lettering?.height, lettering?.alt]).toEqual([270, 100, ''])
  expect(picturesOf(/Other$/u)).toHaveLength(1)
})

test('a tile names its feature and its return; one that is closed has a mark instead of the return', () => {
  const open = { ...slot, features: ['free-spins', 'pick'] }
  const tiles = [open, { ...slot, code: 'other', used: 'n' as const, features: ['free-spins', 'ways'] }].map((game) =>
    tileOfSlot(game, 'en', ''),
  )
  renderForMember(<TileGrid tiles={tiles} onPress={() => undefined} />)
  const [first, closed] = screen.getAllByRole('button').map((button) => button.textContent)
  expect(first).toContain('RTP 94.5%')
  expect(first).toContain(english.lobbyFeature.pick)
  expect(first).not.toContain(english.home.locked)
  expect(closed).toContain(english.lobbyFeature.ways)
  expect(closed).toContain(english.home.locked)
  expect(closed).not.toContain('RTP')
})

test('the place of a picture shimmers until the picture is there', () => {
  renderForMember(
    <TileGrid tiles={[tileOfSlot({ ...slot, imgUrl: '/art/chest.webp' }, 'en', '')]} onPress={() => {}} />,
  )
  const button = screen.getByRole('button')
  expect('loading' in button.dataset).toBe(true)
  fireEvent.load(button.querySelector('img') ?? button)
  expect('loading' in button.dataset).toBe(false)
})
