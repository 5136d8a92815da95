import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { verifierConfig } from '../../vite.config.ts'

/** The offline verifier as one HTML file. The same sources give the same bytes, wherever and whenever it is built. */

const folder = join(import.meta.dirname, '../../src/web/verifier')

/** Builds the file; its text holds program and styles, and refers to no address. */
export async function buildVerifier(): Promise<string> {
  const built = (await build(verifierConfig())) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[]
  const chunks = [built].flat().flatMap(({ output }) => output)
  const [program] = chunks
  if (chunks.length !== 1 || program?.type !== 'chunk') throw new Error('The verifier must be built as one chunk.')
  const styles = await readFile(join(folder, 'verifier.css'), 'utf8')
  return [
    '<!doctype html>',
    '<html lang="ko">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Opened from disk, the file may load and send nothing.
    `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">`,
    '<title>Verifier</title>',
    `<style>\n${styles}</style>`,
    '</head>',
    '<body>',
    `<script>\n${scriptText(program.code)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** The program as the content of a script element. The bundler names each source by its path from here: that from the root stays. */
function scriptText(code: string): string {
  return code
    .replaceAll(/^(\s*\/\/ )\S*?((?:src|node_modules|messages)\/\S+)$/gm, '$1$2')
    .replaceAll('</script', String.raw`<\/script`)
}
