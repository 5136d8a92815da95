import type { ArtManifest } from '../../src/domain/art-manifest.ts'
import type { Locale } from '../../src/i18n/locales.ts'

/** The addresses of the pictures that the window of a machine loads, upright (`isTall`) or wide. */
export function windowPictures(
  manifest: ArtManifest,
  { code, locale, isTall }: { code: string; locale: Locale; isTall: boolean },
): string[] {
  const logo = `logo/${code}-${locale}` in manifest ? `logo/${code}-${locale}` : `logo/${code}`
  const own = new Set(
    ['atlas', 'layers', 'pick', 'frame'].map((kind) => `${kind}/${code}`).concat(`words/${code}-${locale}`, logo),
  )
  return Object.entries(manifest).flatMap(([name, entry]) => {
    const isScene = name.startsWith(`scene/${code}`) && name.endsWith('-portrait') === isTall
    if (!own.has(name) && !isScene) return []
    return typeof entry === 'string' ? [entry] : 'url' in entry ? [String(entry.url)] : []
  })
}
