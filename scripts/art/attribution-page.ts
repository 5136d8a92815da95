/** Writes `docs/attributions.md` from the list: `node scripts/art/attribution-page.ts`. */

import { writeFile } from 'node:fs/promises'

import type { Attribution } from '../../src/domain/art-manifest.ts'
import { attributions } from './attributions.ts'

export function attributionPage(list: readonly Attribution[]): string {
  const rows = list.map((one) => `- [${one.name}](${one.url}) by ${one.author} (${one.licence})`)
  return `# Attributions

The typefaces of Baize's texts and pictures, which others made. All pictures are drawn by this project: forms, relief, materials, light and
scenes, and the brand's marks. The list is \`scripts/art/attributions.ts\`. The site's attribution page gets it from the art's manifest, and a test compares this page with it.

## Typefaces

Cut to the letters in use, those of Noto Serif and Playfair Display to outlines in pictures (\`scripts/art/outlines.json\`), under the [SIL Open Font License 1.1](https://openfontlicense.org). The parts cut from Pretendard carry the name
"Baize Sans", because its licence reserves its own name for the whole.

${rows.join('\n')}
`
}

if (import.meta.main) {
  await writeFile(new URL('../../docs/attributions.md', import.meta.url), attributionPage(attributions))
}
