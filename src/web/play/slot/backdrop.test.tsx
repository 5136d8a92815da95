import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ArtManifest } from '#domain/art-manifest.ts'
import { Backdrop } from './backdrop.tsx'

const layers = ['', '-middle', '-feature', '-feature-middle', '-near']
const named = (parts: readonly string[]) =>
  Object.fromEntries(
    parts.flatMap((part) => [
      [`scene/pond${part}`, `/art/pond${part}.webp`],
      [`scene/pond${part}-portrait`, `/art/pond${part}-portrait.webp`],
    ]),
  ) as unknown as ArtManifest

function shown(manifest: ArtManifest, feature: boolean) {
  const { container, unmount } = render(<Backdrop manifest={manifest} code="pond" feature={feature} />)
  const pictures = [...container.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))
  const tall = [...container.querySelectorAll('source')].map((source) => source.getAttribute('srcset'))
  const on = [...container.querySelectorAll('[class*="on"]')].filter((one) => /\bon\b|_on_/u.test(one.className))
  const lit = on.map((one) => one.getAttribute('src'))
  unmount()
  return { pictures, tall, lit }
}

test('the scene stands in layers, near before far, each with its portrait', () => {
  const { pictures, tall, lit } = shown(named(layers), false)
  expect(pictures).toEqual(layers.map((part) => `/art/pond${part}.webp`))
  expect(tall).toEqual(layers.map((part) => `/art/pond${part}-portrait.webp`))
  expect(lit).toEqual([])
})

test('a feature shows its own far and middle layers', () => {
  expect(shown(named(layers), true).lit).toEqual(['/art/pond-feature.webp', '/art/pond-feature-middle.webp'])
})

test('a game without a feature scene gets the colours of night', () => {
  const { pictures, lit } = shown(named(['']), true)
  expect(pictures).toEqual(['/art/pond.webp'])
  expect(lit).toEqual([null])
})
