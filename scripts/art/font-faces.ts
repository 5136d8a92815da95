/** The files that a package's style sheet names, each with its `unicode-range`. */
export function facesOf(css: string): { url: string; range: string }[] {
  return [...css.matchAll(/url\(([^)]+)\)[^}]*?unicode-range:\s*([^;]+);/gu)].map(([, url = '', range = '']) => ({
    url,
    range: range.replaceAll(/\s/gu, ''),
  }))
}
