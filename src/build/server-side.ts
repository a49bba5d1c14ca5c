import { join } from 'node:path'
import { build, type CSSOptions, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { pageFiles } from './page-files.ts'

/**
 * `dist/server/writePages.js`: the server's code for drawing pages, bundled into one file. Built with the app, so that
 * server and browser produce the same markup.
 */
export function serverSide(plugins: () => PluginOption[]): Plugin {
  let root = ''
  let folder = ''
  let modules: NonNullable<CSSOptions['modules']> = {}
  let made: Rolldown.OutputBundle | null = null
  return {
    name: 'server-side',
    apply: 'build',
    configResolved(config) {
      root = config.root
      modules = config.css.modules ?? {}
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
          // Server and browser need the same class names.
          css: { modules },
          plugins: [...plugins(), pageFiles(() => made)],
          logLevel: 'warn',
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          // The router reads this constant to tell a server from a browser.
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
