/** Runs the clocks of the page faster or slower, for this page only. */
export function setSpeed(speed: number): void {
  if (!(speed > 0) || speed === 1) return
  const now = performance.now.bind(performance)
  const begun = now()
  performance.now = () => begun + (now() - begun) * speed
  const frame = requestAnimationFrame.bind(globalThis)
  globalThis.requestAnimationFrame = (callback) => frame(() => callback(performance.now()))
  const timer = setTimeout.bind(globalThis)
  globalThis.setTimeout = ((callback: () => void, ms = 0) => timer(callback, ms / speed)) as typeof setTimeout
}
