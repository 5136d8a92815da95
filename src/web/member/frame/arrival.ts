import { createStore } from '#web/shared/store.ts'

/**
 * What opens over a page by itself, one layer at a time: first the offer of a language, then the popups of the home, then
 * the announcement of a reply or a note. The store holds the layers that are open or not decided yet.
 */

export type Layer = 'offer' | 'popups'

export const openLayers = createStore<ReadonlySet<Layer>>(new Set(['offer', 'popups']))

/** Marks a layer as open, or not decided yet, or as over. */
export function setLayer(layer: Layer, isOpen: boolean): void {
  const now = openLayers.get()
  if (now.has(layer) === isOpen) return
  const others = [...now].filter((other) => other !== layer)
  openLayers.set(new Set(isOpen ? [...others, layer] : others))
}
