import type { CSSProperties } from 'react'
import type { Cover } from './camera.ts'

/** Lays the picture of a table where its cover says; nothing is shown before the stage has its size. */
export function pictureStyle(cover: Cover | null): CSSProperties {
  if (!cover) return { visibility: 'hidden' }
  return { transform: `translate(${cover.left}px, ${cover.top}px) scale(${cover.scale})` }
}
