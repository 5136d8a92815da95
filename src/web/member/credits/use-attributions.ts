import type { ArtManifest, Attribution } from '#domain/art-manifest.ts'
import { useQuery } from '@tanstack/react-query'

/** The works of others in art and type, as the build of the art has written them down. */
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
