import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { precompress } from './tests/support/precompress.ts'

const server = 'http://localhost:8007'

export default defineConfig({
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
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
      injectManifest: { globPatterns: ['index.html', 'assets/*.{js,css}'] },
      manifest: {
        id: '/',
        name: '木材竞价采购平台 / Timber Sale Room',
        short_name: '木材竞价',
        lang: 'zh',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#ffffff',
      },
    }),
    precompress(),
  ],
})
