import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { build } from 'vite'
import { bootScripts } from '../../src/build/boot-scripts.ts'
import { firstTexts } from '../../src/build/first-texts.ts'
import { screens } from '../../src/build/screens.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The style sheet as files in `outDir`: of the components alone, without router, worker and the app's screens. */
export async function buildSheet(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'sheet'),
    base: './',
    publicDir: false,
    logLevel: 'error',
    plugins: [
      react(),
      babel({ presets: [linguiTransformerBabelPreset()] }),
      lingui({ cwd: ROOT }),
      firstTexts(),
      screens(),
      bootScripts(),
    ],
    build: { outDir, emptyOutDir: true, minify: false, target: 'es2022', chunkSizeWarningLimit: 10_000 },
  })
}
