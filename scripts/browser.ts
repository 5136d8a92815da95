import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without the parts of a window: a page costs it a quarter less processor time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/snap/bin/chromium',
]

/**
 * The path of a Chromium-based browser: `CHROME_PATH`, or an installed one; null when there is none. Journeys take the
 * headless shell where there is one; measurements and pictures take a whole browser where there is one.
 */
export function findBrowser(wanted: 'shell' | 'whole' = 'whole'): string | null {
  const given = process.env['CHROME_PATH']
  if (given !== undefined && given !== '') {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names ${given}, which does not exist.`)
    return given
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const find = (all: readonly string[]): string[] =>
    folders.flatMap((folder) => all.map((name) => join(folder, name))).filter((path) => existsSync(path))
  const whole = [...find(names), ...usualPlaces.filter((path) => existsSync(path))]
  const found = wanted === 'shell' ? [...find(shells), ...whole] : [...whole, ...find(shells)]
  return found[0] ?? null
}

/**
 * Finds a browser; as root on Debian or Ubuntu installs Chromium when there is none. Elsewhere throws with
 * instructions.
 */
export async function ensureBrowser(wanted: 'shell' | 'whole' = 'whole'): Promise<string> {
  const found = findBrowser(wanted)
  if (found !== null) return found
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (canInstall) {
    console.log('No browser found: installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await apt(['update', '-qq'], env)
    await apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env)
    const installed = findBrowser(wanted)
    if (installed !== null) return installed
  }
  throw new Error(
    'The journeys need a browser and none was found. Install Chromium or Chrome (Debian: apt-get install chromium, ' +
      'Mac: brew install --cask chromium), or set CHROME_PATH.',
  )
}

function apt(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`apt-get ${args.join(' ')} ended with ${code}.`))
    })
  })
}
