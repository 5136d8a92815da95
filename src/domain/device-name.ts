/** Browser and operating system of a user agent, in names by which members recognise their devices. */

// In this order: most browsers also claim to be Chrome, and nearly all to be Safari.
const browsers = [
  ['KAKAOTALK', 'KakaoTalk'],
  ['NAVER\\(', 'NAVER'],
  ['Whale/', 'Whale'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Edg(?:A|iOS)?/', 'Edge'],
  ['OPR/|OPiOS/', 'Opera'],
  ['Firefox/|FxiOS/', 'Firefox'],
  ['Chrome/|CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh|Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

const mostLetters = 40

/**
 * `Mozilla/5.0 (Windows NT 10.0; …) … Chrome/140.0.0.0 Safari/537.36` → `Chrome · Windows`. An unknown user agent
 * yields its first word (`curl/8.5.0` → `curl`), an empty one an empty string.
 */
export function deviceName(userAgent: string): string {
  const parts = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter((name) => name !== null)
  if (parts.length > 0) return parts.join(' · ')
  return (/^[^\s/]+/.exec(userAgent.trim())?.[0] ?? '').slice(0, mostLetters)
}

function nameIn(names: readonly (readonly [pattern: string, name: string])[], userAgent: string): string | null {
  return names.find(([pattern]) => new RegExp(pattern, 'i').test(userAgent))?.[1] ?? null
}
