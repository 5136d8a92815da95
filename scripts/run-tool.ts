import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

export type ToolRun = { code: number; output: string }

export type ToolOptions = {
  env?: NodeJS.ProcessEnv
  /** Prints the output as it arrives; otherwise it is only collected. */
  show?: boolean
}

/** Runs a tool of `node_modules/.bin` (or `node`) in the project's folder to its end. Passes SIGTERM on to it. */
export function runTool(name: string, args: readonly string[], options: ToolOptions = {}): Promise<ToolRun> {
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(name === 'node' ? process.execPath : name, args, {
    cwd: root,
    env: { ...process.env, ...options.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows the tools are .cmd files, which only a shell runs.
    shell: process.platform === 'win32' && name !== 'node',
  })
  let output = ''
  const hear = (stream: NodeJS.WriteStream) => (data: Buffer) => {
    output += data.toString()
    if (options.show === true) stream.write(data)
  }
  child.stdout.on('data', hear(process.stdout))
  child.stderr.on('data', hear(process.stderr))
  const pass = (): void => void child.kill('SIGTERM')
  process.once('SIGTERM', pass)
  return new Promise((resolve) => {
    const end = (code: number): void => {
      process.removeListener('SIGTERM', pass)
      resolve({ code, output })
    }
    child.once('error', (error) => {
      output += `${error.message}\n`
      end(1)
    })
    child.once('close', (code) => end(code ?? 1))
  })
}
