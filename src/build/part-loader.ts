import type { Plugin } from 'vite'

/** The module from which Vite's built code imports the loader of its chunks. */
const LOADER = '\0vite/preload-helper.js'

/** Chunks are loaded by `src/app/boot/pwa/bringPart.ts` in place of Vite's own loader. */
export function partLoader(): Plugin {
  return {
    name: 'part-loader',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === LOADER ? `export { bringPart as __vitePreload } from '/src/app/boot/pwa/bringPart.ts'` : null,
  }
}
