import { decodePicture } from './draw.ts'
import { shrink, type Shrunk } from './shrink.ts'

const isShrunk = (value: unknown): value is Shrunk =>
  value instanceof Blob || value === 'unreadable' || value === 'tooLarge'

/**
 * Shrinks a picture in a worker; on the page if the browser has no canvas for workers, or if the worker fails to load.
 */
export async function shrinkApart(picture: Blob, limit: number): Promise<Shrunk> {
  if (!('OffscreenCanvas' in globalThis) || !('Worker' in globalThis)) return shrink(picture, limit, decodePicture)
  const worker = new Worker(new URL('./shrinkWorker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Shrunk>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) =>
        isShrunk(data) ? resolve(data) : reject(new Error('no picture came back')),
      )
      worker.addEventListener('error', () => reject(new Error('the worker did not come')))
      worker.postMessage({ picture, limit })
    })
  } catch {
    return shrink(picture, limit, decodePicture)
  } finally {
    worker.terminate()
  }
}
