/** Writes `docs/attributions.md` from the list: `node scripts/art/attribution-page.ts`. */

import { writeFile } from 'node:fs/promises'

import type { Attribution } from '../../src/domain/art-manifest.ts'
import { attributions } from './attributions.ts'

export function attributionPage(list: readonly Attribution[]): string {
  const rows = (kind: Attribution['kind']) =>
    list
      .filter((one) => one.kind === kind)
      .map((one) => `- [${one.name}](${one.url}) by ${one.author} (${one.licence})`)
  return `# Attributions

The parts of Baize's pictures and fonts that others made. Everything else - coins, cards, dice, wheel, chip, lantern, fan, palace, plants, animals, letters' relief, materials, light, scenes and the brand's marks - is drawn by this project. The list is \`scripts/art/attributions.ts\`. The site's
attribution page gets it from the art's manifest, and a test compares this page with it.

## Silhouettes

Outlines from [Game-icons.net](https://game-icons.net), under
[CC BY 3.0](https://creativecommons.org/licenses/by/3.0/). Changed: given relief, material, light and a scene.

${rows('silhouette').join('\n')}

## Typefaces

Cut to the letters in use, those of Noto Serif and Playfair Display to outlines in pictures (\`scripts/art/outlines.json\`), under the [SIL Open Font License 1.1](https://openfontlicense.org). The parts cut from Pretendard carry the name
"Baize Sans", because its licence reserves its own name for the whole.

${rows('font').join('\n')}
`
}

if (import.meta.main) {
  await writeFile(new URL('../../docs/attributions.md', import.meta.url), attributionPage(attributions))
}
