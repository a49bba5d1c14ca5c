import type { Raster } from '../../pictures/encode.ts'
import { HIGH, WIDE, type Scene } from './scene.ts'
import { clamp } from './noise.ts'
import type { Paint } from './solid.ts'

export function raster(scene: Scene, width: number): Raster {
  const height = Math.round((width * HIGH) / WIDE)
  const step = WIDE / width
  const data = new Uint8Array(width * height * 3)
  const colour: Paint = [0, 0, 0]
  let at = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      scene((column + 0.5) * step, (row + 0.5) * step, step, colour)
      data[at++] = clamp(colour[0], 0, 255)
      data[at++] = clamp(colour[1], 0, 255)
      data[at++] = clamp(colour[2], 0, 255)
    }
  }
  return { width, height, data }
}
