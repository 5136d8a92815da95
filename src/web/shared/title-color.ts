/** Operators choose title colours on a white page; the site is dark. */

const background = luminance(0x1d, 0x22, 0x33)
const minContrast = 4.5
const step = 0.08

/** The colour, lightened until it reaches a contrast of 4.5:1 on the site's cards; undefined when not `#rrggbb`. */
export function titleColor(color: string): string | undefined {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color)
  if (match === null) return undefined
  let [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16)) as [number, number, number]
  while ((luminance(red, green, blue) + 0.05) / (background + 0.05) < minContrast) {
    red += (255 - red) * step
    green += (255 - green) * step
    blue += (255 - blue) * step
  }
  return `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance (WCAG 2) of channels from 0 to 255. */
function luminance(red: number, green: number, blue: number): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
