import type { Page } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { halved } from './compare.ts'

const FOLDER = join(import.meta.dirname, 'goldens')
const MADE = join(FOLDER, 'made-with.json')

/** Pictures are compared only if both agree: otherwise two machines draw differently. */
const Made = z.object({ browser: z.number(), fonts: z.string() })
export type Made = z.infer<typeof Made>

/** Widths of a sample in each face that the pages use: another font, or another version of one, measures differently. */
export const fontsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) throw new Error('no canvas')
    const { fontFamily } = getComputedStyle(document.documentElement)
    const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono')
    return [fontFamily, mono, 'system-ui']
      .flatMap((family) =>
        [400, 700].map((weight) => {
          context.font = `${weight} 100px ${family}`
          return ['木材竞价，成交', 'Hamburgefons 0123456789 ¥²³'].map((text) =>
            context.measureText(text).width.toFixed(1),
          )
        }),
      )
      .join(' ')
  })

export const madeWith = async (): Promise<Made> => Made.parse(JSON.parse(await readFile(MADE, 'utf8')))
export const goldenOf = (name: string): Promise<Buffer> => readFile(join(FOLDER, `${name}.webp`))

export async function keepGoldens(made: Made, pictures: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  for (const [name, picture] of pictures) {
    const small = await halved(picture)
    await writeFile(join(FOLDER, `${name}.webp`), await small.webp({ nearLossless: true, quality: 20 }).toBuffer())
  }
  await writeFile(MADE, `${JSON.stringify(made, null, 2)}\n`)
}
