import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import * as z from 'zod'

const Shown = z.array(z.union([z.number(), z.object({ originalCharCode: z.number(), unicode: z.string() })]))

/**
 * The number of glyphs that a PDF shows, and of those that are a font's box for a missing character: glyph 0. Our fonts
 * number their glyphs themselves (Identity-H), so that a shown code is a glyph's number.
 */
export async function glyphsOf(pdf: Uint8Array): Promise<{ readonly shown: number; readonly boxes: number }> {
  const { OPS } = await getResolvedPDFJS()
  const document = await getDocumentProxy(new Uint8Array(pdf))
  let shown = 0
  let boxes = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [i, fn] of fnArray.entries()) {
      if (fn !== OPS.showText) continue
      const [given] = z.tuple([Shown]).rest(z.unknown()).parse(argsArray[i])
      for (const glyph of given) {
        if (typeof glyph === 'number') continue
        shown++
        if (glyph.originalCharCode === 0) boxes++
      }
    }
  }
  return { shown, boxes }
}
