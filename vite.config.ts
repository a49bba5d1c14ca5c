import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { bootScripts } from './src/build/boot-scripts.ts'
import { firstPage } from './src/build/first-page.ts'
import { firstTexts } from './src/build/first-texts.ts'
import { markOffline } from './src/build/offline-files.ts'
import { partLoader } from './src/build/part-loader.ts'
import { precompress } from './src/build/precompress.ts'
import { keepReleases } from './src/build/releases.ts'
import { screens } from './src/build/screens.ts'
import { serverSide } from './src/build/server-side.ts'
import { styleSheet } from './src/build/style-sheet.ts'

const server = 'http://localhost:8007'

/**
 * The home page begins with four files, its own, React, the other libraries and the bundler's helpers: each request is a wait on a
 * weak link, and libraries change seldom and stay cached through a release of ours. What every other page takes
 * besides, the router first, is two more.
 */
const chunks = [
  { name: 'libraries', test: /node_modules\//, tags: ['$initial' as const], priority: 3 },
  // It sets itself up when the app asks for it, in a task of its own, and not by being there.
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
  { name: 'first', test: /src\//, tags: ['$initial' as const], priority: 3 },
  // The queries of the home page's lower half, which need no router.
  {
    name: 'queries',
    test: /node_modules\/@tanstack\/(?:react-query|query-core)\/|src\/(?:app\/features\/(?:lotBoards|content)\/(?:queries|search)|app\/lib\/paging|client\/calls\/asking)\.ts$|src\/app\/ui\/NotAvailableOffline\.tsx$/,
    priority: 3,
  },
  // The code of calls, with the table of all of them.
  { name: 'exchange', test: /src\/(?:client\/calls\/(?:exchange|clients)|contract\/wire)\.ts$/, priority: 3 },
  { name: 'router', test: /node_modules\/@tanstack\/|src\/app\/boot\/router\.tsx$/, priority: 2 },
  // Notices, questions and dialogs: they must not wait for the files of forms, which need the router.
  {
    name: 'hosts',
    test: /src\/app\/(?:ui\/(?:Dialog|ToastHost|ConfirmHost|SecondFactorHost|usePassing)|features\/shell\/AllHosts|boot\/pwa\/UpdateNotice)\.tsx?$/,
    priority: 2,
  },
  // What waits to be sent, wherever it is shown.
  {
    name: 'waiting',
    test: /src\/app\/(?:ui\/outbox\/(?:ItemState|OutboxPicture)|lib\/usePrivateFile|features\/shell\/(?:Tray|saveItem))\.tsx?$/,
    priority: 2,
  },
  // One file for every form, and not one for each of its parts: over HTTP/1.1 six are fetched at once, and a wait on a
  // weak link is long.
  {
    name: 'forms',
    test: /src\/app\/(?:lib\/form\/useForm|ui\/(?:ActButton|AnswerWait|useUnanswered|ErrorSummary|Field|SubmitButton|Steps|ChoiceField)|features\/account\/parts\/(?:Flow|SkeletonSteps|CodeField))\.tsx?$/,
    priority: 1,
  },
  // The desk's tables: large, and for operators alone.
  { name: 'tables', test: /node_modules\/primereact\// },
]

/**
 * The room is drawn anew with every event and second: there the compiler's memory pays for its bytes, a third more
 * code. Elsewhere it does not.
 */
const compilerPreset = reactCompilerPreset()
const compiler = {
  ...compilerPreset,
  rolldown: {
    ...compilerPreset.rolldown,
    filter: { ...compilerPreset.rolldown.filter, id: /src\/(app\/features\/venue|client\/room)\// },
  },
}

/** The home page comes with the app: it is where people begin. */
const splitBehavior = ({ routeId }: { readonly routeId: string }) => (routeId === '/index' ? [] : undefined)

const releases = keepReleases()
const offline = markOffline()

/**
 * Class names that are alike within a file, for they travel in the page, in its styles and in its code. The line number
 * of Vite's own names compresses badly.
 */
const scopedName = (name: string, file: string): string =>
  `${name}_${createHash('sha256')
    .update(relative(import.meta.dirname, file.replace(/\?.*$/, '')))
    .digest('base64url')
    .slice(0, 4)}`

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: 'dist/app',
    // A tab that was not reloaded still asks for the files of the build before: `releases` says which go.
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/prod-api': { target: server, ws: true } } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: { splitBehavior },
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/routeTree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    babel({ presets: [compiler, linguiTransformerBabelPreset()] }),
    lingui(),
    firstTexts(),
    screens(),
    styleSheet(),
    bootScripts(),
    firstPage(),
    partLoader(),
    offline,
    serverSide(() => [
      react(),
      babel({ presets: [linguiTransformerBabelPreset()] }),
      lingui(),
      firstTexts(),
      screens(),
      bootScripts(),
    ]),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'main.ts',
      // We register with workbox-window ourselves: the plugin's own prompt reloads every tab.
      injectRegister: false,
      injectManifest: {
        globPatterns: ['index.html', 'assets/*.{js,css}'],
        // Named by their content: the worker need not tell two of the same name apart.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => url === 'index.html' || releases.ours(url))
              .map((entry) => ({ ...entry, offline: offline.offlineOf(entry.url) })),
          }),
        ],
      },
      manifest: {
        id: '/',
        name: '木材竞价采购平台 / Timber Sale Room',
        short_name: '木材竞价',
        lang: 'zh',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#f4efe6',
        theme_color: '#fffdf8',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    releases,
    precompress(),
  ],
})
