import { decodePicture } from './draw.ts'
import { shrink } from './shrink.ts'

/** A worker per picture, because decoding and drawing takes a slow phone seconds. */
addEventListener('message', ({ data }: MessageEvent<{ readonly picture: Blob; readonly limit: number }>) => {
  void shrink(data.picture, data.limit, decodePicture).then((shrunk) => postMessage(shrunk))
})
