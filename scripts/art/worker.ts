/** A worker thread that draws artworks, one at a time, and returns their files. */

import { parentPort } from 'node:worker_threads'

import { renderArtwork } from './artwork.ts'
import type { AnyArtwork } from './catalogue.ts'
import { renderWheel } from './wheel-artwork.ts'

parentPort?.on('message', (artwork: AnyArtwork) => {
  const rendering = artwork.kind === 'wheel' ? renderWheel(artwork) : renderArtwork(artwork)
  rendering.then(
    (rendered) => parentPort?.postMessage({ name: artwork.name, rendered }),
    (error: unknown) => parentPort?.postMessage({ name: artwork.name, error: String(error) }),
  )
})
