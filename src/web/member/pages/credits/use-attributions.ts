import type { ArtManifest, Attribution } from '#domain/art-manifest.ts'
import { useQuery } from '@tanstack/react-query'

/** The attributed works in pictures and fonts, from the manifest of the art build. */
export function useAttributions() {
  return useQuery({
    queryKey: ['attributions'],
    queryFn: async ({ signal }): Promise<readonly Attribution[]> => {
      const answer = await fetch('/art/manifest.json', { signal })
      if (!answer.ok) throw new Error(`The art manifest answered ${answer.status}.`)
      const { attributions } = (await answer.json()) as ArtManifest
      return attributions
    },
  })
}
