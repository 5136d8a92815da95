import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  '/snap/bin/chromium',
]

/** The path of a Chromium-based browser: `CHROME_PATH`, or an installed one; null when there is none. */
export function findBrowser(): string | null {
  const wanted = process.env['CHROME_PATH']
  if (wanted !== undefined && wanted !== '') {
    if (!existsSync(wanted)) throw new Error(`CHROME_PATH names ${wanted}, which does not exist.`)
    return wanted
  }
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name)
      if (existsSync(path)) return path
    }
  }
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/**
 * Finds a browser; as root on Debian or Ubuntu installs Chromium when there is none. Elsewhere throws with
 * instructions.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found !== null) return found
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (canInstall) {
    console.log('No browser found: installing Chromium …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await apt(['update', '-qq'], env)
    await apt(['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env)
    const installed = findBrowser()
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
