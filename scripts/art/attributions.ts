/**
 * Everything in the art and the fonts that others made, with author and licence. It is written into the manifest and
 * shown on the site's attribution page; a test compares `docs/attributions.md` with it.
 */

import type { Attribution } from '../../src/domain/art-manifest.ts'

const collectionUrl = 'https://game-icons.net'

/** Silhouettes from game-icons.net that the recipes use, with the author of each. */
export const borrowedSilhouettes = {
  peaks: 'Lorc',
} as const satisfies Record<string, string>

export type BorrowedName = keyof typeof borrowedSilhouettes

const fonts: readonly Attribution[] = [
  {
    name: 'Pretendard',
    author: 'Kil Hyung-jin',
    licence: 'OFL-1.1',
    url: 'https://github.com/orioncactus/pretendard',
    kind: 'font',
  },
  {
    name: 'Noto Sans JP',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
    kind: 'font',
  },
  {
    name: 'Noto Sans SC',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
    kind: 'font',
  },
  {
    name: 'Be Vietnam Pro',
    author: 'The Be Vietnam Pro Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/bettergui/BeVietnamPro',
    kind: 'font',
  },
  {
    name: 'Cinzel',
    author: 'The Cinzel Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/NDISCOVER/Cinzel',
    kind: 'font',
  },
  {
    name: 'Noto Serif KR, JP and SC',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
    kind: 'font',
  },
  {
    name: 'Playfair Display',
    author: 'The Playfair Display Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/clauseggers/Playfair-Display',
    kind: 'font',
  },
]

export const attributions: readonly Attribution[] = [
  ...Object.entries(borrowedSilhouettes).map(([name, author]): Attribution => ({
    name,
    author,
    licence: 'CC-BY-3.0',
    url: `${collectionUrl}/1x1/${author.toLowerCase()}/${name}.html`,
    kind: 'silhouette',
    changes: 'Used as an outline; relief, material, light and scene are ours.',
  })),
  ...fonts,
]
