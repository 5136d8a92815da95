import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../run-tool.ts'
import { variants } from './list.ts'
import type { Variant } from './variant.ts'

/** What can be known of the variants without running them. */

const head = `# What the suite catches

The suite is tested too: the code is broken on purpose, one thing at a time, in a copy, and the tests named here must fail.
\`npm run faults -- variants\` does it; \`scripts/faults/variants/\` holds a patch per variant. This page is generated from the
list there.
`

/** One variant as a Markdown section: what it breaks and which tests catch it. */
export function caughtSection({ name, breaks, caughtBy }: Variant): string {
  const tests = caughtBy.map(({ file, test }) => `- ${test} (\`${file}\`)`)
  return `## ${name}\n\n${breaks}\n\n${tests.join('\n')}\n`
}

/** The page as `docs/caught.md` holds it. */
export function caughtPage(): string {
  return [head, ...variants.map(caughtSection)].join('\n')
}

/** Patches that no longer fit the tree, tests that are not there any more, and a table that says something else. */
export async function staleFaults(folder = root): Promise<string[]> {
  const faults: string[] = []
  for (const variant of variants) {
    const misfit = await applyPatch(variant, folder, '--check')
    if (misfit !== null) faults.push(`${variant.name}.patch does not fit any more, make it anew: ${misfit}`)
    for (const { file, test } of variant.caughtBy) {
      const source = await read(folder, file)
      if (!mayHold(source, test)) faults.push(`${variant.name} is caught by a test that ${file} does not have: ${test}`)
    }
  }
  if ((await read(folder, 'docs/caught.md')) !== caughtPage()) {
    faults.push('docs/caught.md is not generated from the list of variants: npm run faults -- variants writes it')
  }
  return faults
}

/** The patch of a variant, made with `git diff`. */
export function patchFile(variant: Variant): string {
  return join(root, 'scripts/faults/variants', `${variant.name}.patch`)
}

/** Applies a variant's patch to a tree with `git apply`, checks it, or takes it back. Resolves with git's complaint, or null. */
export async function applyPatch(
  variant: Variant,
  folder: string,
  ...options: readonly ('--check' | '--reverse')[]
): Promise<string | null> {
  try {
    await promisify(execFile)('git', ['apply', ...options, patchFile(variant)], { cwd: folder })
    return null
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error).trim()
  }
}

/** Titles may have values in them: a third of the words, as they stand together, is enough. */
function mayHold(source: string, test: string): boolean {
  const words = test.split(' ')
  const enough = Math.max(2, Math.floor(words.length / 3))
  return words.some(
    (_, from) => from + enough <= words.length && source.includes(words.slice(from, from + enough).join(' ')),
  )
}

function read(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8').catch(() => '')
}
