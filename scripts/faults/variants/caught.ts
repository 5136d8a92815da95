import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../run-tool.ts'
import { variants } from './list.ts'
import type { Variant } from './variant.ts'

/** Checks and documentation of the variants that need no run of them. */

const head = `# What the suite catches

The suite is tested too: each variant is a deliberate defect in a copy of the code, and the tests named here must fail with it.
\`npm run faults -- variants\` runs them; \`scripts/faults/variants/\` holds a patch per variant. This page is generated from the
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

/** Patches that no longer apply, tests that no longer exist, and an outdated `docs/caught.md`. */
export async function staleFaults(folder = root): Promise<string[]> {
  const faults: string[] = []
  for (const variant of variants) {
    const misfit = await applyPatch(variant, folder, '--check')
    if (misfit !== null) faults.push(`${variant.name}.patch no longer applies, recreate it: ${misfit}`)
    for (const { file, test } of variant.caughtBy) {
      const source = await read(folder, file)
      if (!hasTitle(source, test)) faults.push(`${variant.name}: ${file} has no such test: ${test}`)
    }
  }
  if ((await read(folder, 'docs/caught.md')) !== caughtPage()) {
    faults.push('docs/caught.md is outdated: npm run faults -- variants writes it')
  }
  return faults
}

/** The patch of a variant, made with `git diff`. */
export function patchFile(variant: Variant): string {
  return join(root, 'scripts/faults/variants', `${variant.name}.patch`)
}

/** Applies, checks or reverts a variant's patch with `git apply`. Resolves with git's error message, or null. */
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

/**
 * Whether the full name of a test ends with a title of the source, in which values may stand. Before one of a single word the
 * name of its group must be in the source.
 */
function hasTitle(source: string, test: string): boolean {
  const texts = [...source.matchAll(/'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`|"((?:[^"\\\n]|\\.)+)"/g)]
  return texts.some(([, single, template, double]) => {
    const plain = (single ?? template ?? double ?? '').replaceAll(/\\(.)/g, '$1').split(values)
    const words = plain.join(' ').match(/\S+/g) ?? []
    const title = plain.map(patternOfText).join('.*')
    const found = words.length === 0 ? null : new RegExp(`^(?:(?<group>.*) )?${title}$`).exec(test)
    const group = found?.groups?.['group']
    return found !== null && (words.length > 1 || (group !== undefined && source.includes(group)))
  })
}

/** A text as a pattern that matches nothing else. */
export function patternOfText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** What a title of several tests has in place of a value. */
const values = /%[sjdiof]|\$\{[^}]*\}|\$[\w.]+/

function read(folder: string, path: string): Promise<string> {
  return readFile(join(folder, path), 'utf8').catch(() => '')
}
