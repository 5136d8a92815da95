import type { MemberAnswers } from '#contract/member-api.ts'
import type { ArtAtlas, ArtManifest } from '#domain/art-manifest.ts'
import { call } from '#web/shared/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocaleCode } from '#web/shared/messages.tsx'

export type Fairness = Extract<MemberAnswers['get-fairness'], { status: 'success' }>

/** The state of the books. */
export function useFairness() {
  return useQuery({
    queryKey: ['get-fairness'],
    queryFn: ({ signal }) => call('get-fairness', {}, { signal }),
  })
}

/** A file below `/fairness/`. */
export type PublishedFile = { readonly name: string; readonly bytes: number; readonly sha256: string }

/** The published files with their hashes, from the list that the build writes. */
export function usePublishedFiles() {
  return useQuery({
    queryKey: ['fairness-files'],
    queryFn: async ({ signal }): Promise<readonly PublishedFile[]> => (await readFile('files.json', signal)).json(),
    staleTime: Infinity,
  })
}

/** The published lists of examples: of rounds and chains, of series of tables, and of rounds with decisions. */
export type ExampleFile = 'examples.json' | 'series.json' | 'decisions.json'

/** The first of the examples, as the text of its record. */
export async function readExample(file: ExampleFile): Promise<string> {
  const examples = (await (await readFile(file)).json()) as unknown[]
  return JSON.stringify(examples[0])
}

async function readFile(name: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(`/fairness/${name}`, signal ? { signal } : {})
  if (!answer.ok) throw new Error(`/fairness/${name} answered ${answer.status}.`)
  return answer
}

/**
 * The pictures of a game's symbols and of the words on them in the language of the page; undefined until they are loaded,
 * or when there are none.
 */
export function useSymbolArt(gameCode: string): { symbols: ArtAtlas | undefined; words: ArtAtlas | undefined } {
  const locale = useLocaleCode()
  const { data } = useQuery({
    queryKey: ['art-manifest'],
    queryFn: async ({ signal }): Promise<ArtManifest> => {
      const answer = await fetch('/art/manifest.json', { signal })
      if (!answer.ok) throw new Error(`The art manifest answered ${answer.status}.`)
      return (await answer.json()) as ArtManifest
    },
    staleTime: Infinity,
  })
  return { symbols: data?.[`atlas/${gameCode}`], words: data?.[`words/${gameCode}-${locale}`] }
}
