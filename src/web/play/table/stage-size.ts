/** Sizes in CSS pixels. */
export type StageSize = { width: number; height: number }

const mostRatio = 2

/** Pixels of a canvas for a CSS pixel: as many as the screen has, at most 2. */
export function canvasRatio(): number {
  return Math.min(mostRatio, globalThis.devicePixelRatio || 1)
}

/** Gives a canvas so many pixels that it can be painted in CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement, size: StageSize, ratio: number): void {
  canvas.width = Math.round(size.width * ratio)
  canvas.height = Math.round(size.height * ratio)
  canvas.getContext('2d')?.setTransform(ratio, 0, 0, ratio, 0, 0)
}

/** Calls with the size of an element now and whenever it changes, while the element has one; returns what ends that. */
export function watchSize(element: HTMLElement, onSize: (size: StageSize) => void): () => void {
  const observer = new ResizeObserver(() => {
    const { width, height } = element.getBoundingClientRect()
    if (width > 1 && height > 1) onSize({ width, height })
  })
  observer.observe(element)
  return () => observer.disconnect()
}
