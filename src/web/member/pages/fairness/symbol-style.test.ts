import { expect, test } from 'vitest'
import type { ArtAtlas } from '#domain/art-manifest.ts'
import { symbolStyle } from './symbol-style.ts'

const symbols: ArtAtlas = {
  url: '/art/symbols.webp',
  size: 256,
  bytes: 1,
  frames: { tiger: [0, 0, 256, 256], coin: [256, 0, 256, 256], fan: [0, 256, 256, 256] },
}
const words: ArtAtlas = { url: '/art/words.webp', size: 256, bytes: 1, frames: { 'coin-word': [0, 0, 256, 256] } }

test('a word of the reader’s language lies over its symbol', () => {
  expect(symbolStyle('coin', symbols, words)).toEqual({
    backgroundImage: 'url(/art/words.webp), url(/art/symbols.webp)',
    backgroundSize: '100% 100%, 200% 200%',
    backgroundPosition: '0% 0%, 100% 0%',
  })
})

test('a symbol without a word, or without pictures of words, is the picture alone', () => {
  const alone = {
    backgroundImage: 'url(/art/symbols.webp)',
    backgroundSize: '200% 200%',
    backgroundPosition: '0% 100%',
  }
  expect(symbolStyle('fan', symbols, words)).toEqual(alone)
  expect(symbolStyle('fan', symbols, undefined)).toEqual(alone)
})
