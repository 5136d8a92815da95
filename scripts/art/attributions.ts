/**
 * Everything in the fonts and the lettering that others made, with author and licence. It is written into the manifest and
 * shown on the site's attribution page; a test compares `docs/attributions.md` with it.
 */

import type { Attribution } from '../../src/domain/art-manifest.ts'

export const attributions: readonly Attribution[] = [
  {
    name: 'Pretendard',
    author: 'Kil Hyung-jin',
    licence: 'OFL-1.1',
    url: 'https://github.com/orioncactus/pretendard',
  },
  {
    name: 'Noto Sans JP',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
  },
  {
    name: 'Noto Sans SC',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
  },
  {
    name: 'Be Vietnam Pro',
    author: 'The Be Vietnam Pro Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/bettergui/BeVietnamPro',
  },
  {
    name: 'Cinzel',
    author: 'The Cinzel Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/NDISCOVER/Cinzel',
  },
  {
    name: 'Noto Serif KR, JP and SC',
    author: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://fonts.google.com/noto',
  },
  {
    name: 'Playfair Display',
    author: 'The Playfair Display Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/clauseggers/Playfair-Display',
  },
]
