import type { Paint } from './solid.ts'

/**
 * A picture before it has pixels: the colour at a place of a frame 4 wide and 3 high. `step` is the size of a sample in
 * the same measure.
 */
export type Scene = (x: number, y: number, step: number, out: Paint) => void

export const WIDE = 4
export const HIGH = 3
