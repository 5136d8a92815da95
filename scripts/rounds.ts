import { findBrowser } from './browser.ts'
import { readCommand, runCommand } from './command.ts'
import { takePictures } from './rounds/pictures.ts'
import { serveRounds } from './rounds/serve.ts'

/**
 * `npm run rounds`: builds and serves `/dev/rounds`, where any round of any machine is shown in the window's own stage,
 * and the window of each table around a simulated one.
 * It is a server of its own on the loopback address; the program has neither the page nor its address.
 */

const usage = `rounds [-- --port <port>] [--pictures <code of a machine or table, or part of it>] [--kinds <kind,kind>] [--sizes <size,size>] [--language <ko|en|jp|vn|cn>]
  Serves http://localhost:3010/dev/rounds, for development only.
  --pictures  draws each state of the machines and tables instead, to .build/screens/rounds/
  --sizes     wide, phone, landscape, small-landscape; all by default`
await runCommand(async () => {
  const options = {
    port: { type: 'string', default: '3010' },
    pictures: { type: 'string' },
    kinds: { type: 'string', default: '' },
    sizes: { type: 'string', default: '' },
    language: { type: 'string', default: 'ko' },
  } as const
  const { values } = readCommand(usage, options)
  if (values.pictures === undefined) {
    const { address } = await serveRounds(Number(values.port))
    console.log(`${address}\nCtrl-C stops it.`)
    return new Promise<void>(() => undefined)
  }
  // A missing browser is reported before anything is built.
  const browser = findBrowser()
  if (browser === null) throw new Error('No browser was found: install Chromium, or set CHROME_PATH.')
  const { address, close } = await serveRounds(Number(values.port))
  try {
    const list = (text: string) => text.split(',').filter(Boolean)
    await takePictures(browser, address, {
      machine: values.pictures,
      kinds: list(values.kinds),
      sizes: list(values.sizes),
      locale: values.language,
    })
  } finally {
    close()
  }
  return 0
})
