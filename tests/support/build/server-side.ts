import { join } from 'node:path'
import { build, type Plugin, type PluginOption } from 'vite'

/**
 * `dist/server/writeHome.js`: what draws the home page for the server, in one file that needs nothing beside it. It is made with the app, so
 * that the two agree to the letter.
 */
export function serverSide(plugins: () => PluginOption[]): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'server-side',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = join(config.root, config.build.outDir, '../server')
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      handler: async () => {
        await build({
          configFile: false, root, plugins: plugins(), logLevel: 'warn',
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/app/start/writeHome.tsx', outDir: folder, emptyOutDir: true, copyPublicDir: false, target: 'node22', minify: false,
            rolldownOptions: { output: { entryFileNames: 'writeHome.js', codeSplitting: false } },
          },
        })
      },
    },
  }
}
