import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { InlineConfig } from 'vite'
import { messagePlugin } from './scripts/message-plugin.ts'
import { parPlugin } from './scripts/par-plugin.ts'
import { offeredLocales } from './src/i18n/locales.ts'

/** Builds the pages: one client bundle per app, and one bundle that renders the member site on the server. */

const root = import.meta.dirname

/** The apps, each with its entry. Their assets are served below `/assets/<app>/`. */
export const appEntries = {
  member: 'src/web/member/main.tsx',
  office: 'src/web/office/main.tsx',
  play: 'src/web/play/main.tsx',
} as const
export type AppName = keyof typeof appEntries

/** What the document of the member site names besides: the script that loads the entry, and the messages of its frame. */
const memberFiles = [
  resolve(root, 'src/web/member/start.ts'),
  ...offeredLocales.map((locale) => `messages:site/${locale}`),
]
export const verifierEntry = 'src/web/verifier/main.ts'
export const renderEntry = 'src/web/member/render.tsx'

/** The member site has its own small form of the hooks for messages (`src/web/member/use-intl.tsx`). */
const memberIntl = { find: /^use-intl(?:\/react)?$/, replacement: resolve(root, 'src/web/member/use-intl.tsx') }

/** Class names by the hash of their file, so that those of one file end alike and compress. */
function classNameOf(name: string, file: string): string {
  const path = relative(root, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
  return `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
}

const production = { 'process.env.NODE_ENV': '"production"' } as const

/** What every browser of the build's target has: React leaves out the code for others, and for its developer tools. */
const inBrowsers = {
  ...production,
  'typeof MessageChannel': '"function"',
  'typeof reportError': '"function"',
  'typeof setImmediate': '"undefined"',
  __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
} as const

function sharedConfig(isMember = false): InlineConfig {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [messagePlugin(), parPlugin(), react()],
    resolve: {
      alias: [
        ...(isMember ? [memberIntl] : []),
        { find: 'use-intl/format-message', replacement: 'use-intl/format-message/format-only' },
        { find: '\0vite/preload-helper.js', replacement: resolve(root, 'src/web/shared/preload-files.ts') },
        // React has had this hook since version 18.
        { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'react' },
      ],
    },
    css: { modules: { generateScopedName: classNameOf } },
    define: production,
  }
}

/**
 * Matches one source file; a file that has moved stops the build, which would otherwise split its chunks differently.
 */
function sourceFile(path: string): RegExp {
  if (!existsSync(resolve(root, path))) throw new Error(`vite.config.ts: ${path} does not exist.`)
  return new RegExp(`/${path.replaceAll('.', String.raw`\.`)}$`)
}

/**
 * The game window in three files besides those of its machine: React, which no release changes, what all games share,
 * and the window of a slot with what machines and mechanics share, or that of a table. What both windows need and the
 * entry does not is the kit. Each kind of table is a chunk of its own
 * (`src/web/play/table/kinds.ts`); those with cards share the stage of cards; camera, hands and the roads
 * of the domain are shared with the dice.
 */
const slotFiles = [
  'src/web/play/slot/slot-window.tsx',
  'src/web/play/slot/stage/show.ts',
  'src/domain/games/slot/reel-set.ts',
  'src/domain/games/slot/usual-lines.ts',
]
const kitFiles = [
  'src/web/play/kit/count-up.tsx',
  'src/web/play/kit/copy-value.tsx',
  'src/web/play/kit/fairness-panel.module.css',
  'src/web/play/kit/history-panel.module.css',
  'src/web/play/kit/notice-box.tsx',
  'src/web/play/kit/reality-check.tsx',
  'src/web/play/kit/request-answer.ts',
  'src/web/play/kit/round-pages.tsx',
  'src/web/play/kit/sound.ts',
  'src/web/play/kit/top-bar.tsx',
  'src/web/play/kit/use-other-windows.ts',
  'src/web/play/kit/use-title.ts',
  'src/web/play/kit/wake-on-gesture.ts',
  'src/web/shared/live-socket.ts',
  'src/web/shared/skeleton.tsx',
]
/** What windows need whose rounds are drawn from the member's seeds: those of slots, and of a seat of one's own. */
const seedFiles = [
  'src/web/play/kit/checking.tsx',
  'src/web/play/kit/fairness-panel.tsx',
  'src/web/play/kit/live.ts',
  'src/web/play/kit/pair-question.tsx',
  'src/web/play/kit/seed-alert.tsx',
  'src/web/play/kit/seed-keeper.ts',
  'src/web/play/kit/copy-record.tsx',
  'src/web/play/kit/load-verification.ts',
  'src/domain/games/round-record.ts',
  'src/web/play/kit/verify-panel.tsx',
]
const tableFiles = ['src/web/play/table/open-table.tsx', 'src/web/play/table/stage-size.ts']
const feltFiles = [
  'src/web/play/table/cards/camera.ts',
  'src/web/play/table/cards/hand-painter.ts',
  'src/domain/games/table/roads/road-text.ts',
  'src/domain/games/table/roads/bead-plate.ts',
  'src/domain/games/table/roads/big-road.ts',
]
const cardFiles = [
  'src/web/play/table/cards/card-stage.tsx',
  'src/web/play/table/cards/deal-plan.ts',
  'src/web/play/table/roads/road-kind.tsx',
]
const anyOf = (files: readonly string[]): RegExp => new RegExp(files.map((file) => sourceFile(file).source).join('|'))
const playGroups = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\//, priority: 3 },
  { name: 'kit', test: anyOf(kitFiles), priority: 1 },
  { name: 'seeds', test: anyOf(seedFiles), priority: 1 },
  { name: 'slot', test: anyOf(slotFiles), priority: 1 },
  { name: 'table', test: anyOf(tableFiles), priority: 1 },
  { name: 'felt', test: anyOf(feltFiles), priority: 1 },
  { name: 'cards', test: anyOf(cardFiles), priority: 0 },
]

/** Warnings about slow plugins only mean that the machine is busy. */
const quietChecks = { pluginTimings: false } as const

/** The browser's bundle of one app: hashed files below `.build/pages/assets/<app>/` and a manifest. */
export function clientConfig(app: AppName, outDir: string): InlineConfig {
  return {
    ...sharedConfig(app === 'member'),
    define: inBrowsers,
    base: '/',
    build: {
      outDir,
      emptyOutDir: false,
      assetsDir: `assets/${app}`,
      manifest: `${app}.json`,
      target: 'baseline-widely-available',
      cssCodeSplit: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // The office's component library is one chunk: operators load it on desktop computers, about once a day.
      chunkSizeWarningLimit: 1_000,
      rolldownOptions: {
        checks: quietChecks,
        // A small script of its own loads the member site's code, after the first paint.
        // The messages of the site are entries for their exports.
        preserveEntrySignatures: 'allow-extension',
        input: [resolve(root, appEntries[app]), ...(app === 'member' ? memberFiles : [])],
        // Files loaded together are one chunk: over HTTP/1.1 each further file waits for a connection.
        output: {
          codeSplitting: {
            groups: [
              ...(app === 'play' ? playGroups : []),
              {
                name: 'first',
                tags: ['$initial'],
                test: /^(?!.*\/(?:member\/start\.ts|messages\/site-..\.js)$)/,
                priority: 2,
              },
              { name: 'home', test: sourceFile('src/web/member/home/home.tsx'), priority: 2 },
              { name: 'lazy', test: sourceFile('src/web/member/lazy-app.tsx'), priority: 1 },
              // Code shared by most pages is loaded with the first page; each page then adds a few
              // kilobytes.
              { name: 'pages', test: /\/src\/web\/|\/node_modules\//, minShareCount: 3, priority: 0 },
            ],
          },
        },
      },
    },
  }
}

/** The bundle that renders the member site's pages on the server; it contains its own React. */
export function renderConfig(outDir: string): InlineConfig {
  return {
    ...sharedConfig(true),
    // The server loads all languages statically, the browser dynamically; Vite would warn of each.
    logLevel: 'error',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: resolve(root, renderEntry),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { checks: quietChecks, output: { entryFileNames: 'render.js' } },
    },
  }
}

/** The offline verifier as one readable script; `scripts/fairness/verifier.ts` puts it into a file of its own. */
export function verifierConfig(): InlineConfig {
  return {
    ...sharedConfig(),
    plugins: [messagePlugin()],
    // Named, because Vite's own list depends on the environment of the process, as in a test.
    resolve: { ...sharedConfig().resolve, conditions: ['production', 'module', 'browser'] },
    build: {
      write: false,
      target: 'baseline-widely-available',
      minify: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: quietChecks,
        input: resolve(root, verifierEntry),
        output: { format: 'iife', entryFileNames: 'verifier.js' },
      },
    },
  }
}

export default clientConfig('member', resolve(root, '.build/pages'))
