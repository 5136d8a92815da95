/** A worker thread that draws artworks, one at a time, and returns their files. */

import { parentPort } from 'node:worker_threads'

import { renderArtwork } from './artwork.ts'
import type { Artwork } from './artwork.ts'

parentPort?.on('message', (artwork: Artwork) => {
  renderArtwork(artwork).then(
    (rendered) => parentPort?.postMessage({ name: artwork.name, rendered }),
    (error: unknown) => parentPort?.postMessage({ name: artwork.name, error: String(error) }),
  )
})
