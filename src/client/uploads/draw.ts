import type { Decode, Size } from './shrink.ts'

type Canvas = OffscreenCanvas | HTMLCanvasElement

/** Decodes and draws with the browser's canvas: off the page if the browser can, else on the page. */
export const decodePicture: Decode = async (picture) => {
  // Applies the rotation, because redrawing loses the orientation metadata.
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  return {
    width: bitmap.width,
    height: bitmap.height,
    close: () => bitmap.close(),
    encode: (size, type, quality) => {
      const canvas = canvasOf(size)
      const pen = canvas.getContext('2d')
      if (!isPen(pen)) throw new Error('no canvas')
      pen.imageSmoothingQuality = 'high'
      if (type === 'image/jpeg') {
        // JPEG has no transparency: without this fill transparent parts would turn black.
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, size.width, size.height)
      }
      pen.drawImage(bitmap, 0, 0, size.width, size.height)
      return encoded(canvas, type, quality)
    },
  }
}

function canvasOf({ width, height }: Size): Canvas {
  if ('OffscreenCanvas' in globalThis) return new OffscreenCanvas(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

type Pen = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D
const isPen = (context: unknown): context is Pen =>
  typeof context === 'object' && context !== null && 'drawImage' in context

function encoded(canvas: Canvas, type: string, quality: number): Promise<Blob> {
  if ('convertToBlob' in canvas) return canvas.convertToBlob({ type, quality })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))), type, quality)
  })
}
