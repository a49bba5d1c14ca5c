import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstScreen } from './tests/support/build/first-screen.ts'
import { precompress } from './tests/support/build/precompress.ts'
import { keepReleases } from './tests/support/build/releases.ts'

const server = 'http://localhost:8007'

/**
 * Two files that every screen needs, in place of twenty: each request is a wait on a weak link. Libraries change seldom and stay cached
 * through a release of ours.
 */
const chunks = [
  { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui|ky|js-cookie|idb-keyval|use-sync-external-store)\// },
  firstScreen('base'),
  // The desk's tables: large, and for operators alone.
  { name: 'tables', test: /node_modules\/primereact\// },
]

const releases = keepReleases()

export default defineConfig({
  build: {
    outDir: 'dist/app',
    // A tab that was not reloaded still asks for the files of the build before: `releases` says which go.
    emptyOutDir: false,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/prod-api': { target: server, ws: true } } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/app/routes',
      generatedRouteTree: 'src/app/routeTree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    babel({ presets: [reactCompilerPreset(), linguiTransformerBabelPreset()] }),
    lingui(),
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
        manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => url === 'index.html' || releases.ours(url)) })],
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
