/** Browsers by the mark of theirs that no other carries before them in this order; all call themselves Mozilla. */
const browsers = [
  ['Whale', /Whale\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const

/** What a browser says of itself, in the two names a member knows: `Chrome · Android`. Unknown words stay as they are. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((names) => names.find(([, mark]) => mark.test(userAgent))?.[0])
  const known = found.filter((name) => name !== undefined)
  if (known.length > 0) return known.join(' · ')
  return userAgent === '' ? '-' : userAgent
}
