import { join } from 'node:path'
import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { pageFiles } from './page-files.ts'

/**
 * `dist/server/writePages.js`: what draws pages for the server, in one file that needs nothing beside it. It is made
 * with the app, so that the two agree to the letter.
 */
export function serverSide(plugins: () => PluginOption[]): Plugin {
  let root = ''
  let folder = ''
  let made: Rolldown.OutputBundle | null = null
  return {
    name: 'server-side',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = join(config.root, config.build.outDir, '../server')
    },
    writeBundle(_options, bundle) {
      made = bundle
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler: async () => {
        await build({
          configFile: false,
          root,
          plugins: [...plugins(), pageFiles(() => made)],
          logLevel: 'warn',
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          // Whether it draws as a server does or as a browser, the router is told.
          resolve: {
            alias: {
              '@tanstack/router-core/isServer': join(
                root,
                'node_modules/@tanstack/router-core/dist/esm/isServer/development.js',
              ),
            },
          },
          build: {
            ssr: 'src/app/boot/writePages.tsx',
            outDir: folder,
            emptyOutDir: true,
            copyPublicDir: false,
            target: 'node22',
            minify: false,
            rolldownOptions: { output: { entryFileNames: 'writePages.js', codeSplitting: false } },
          },
        })
      },
    },
  }
}
