import { LOOKS } from '../../pictures/looks.ts'
import type { Drawing } from '../../pictures/names.ts'
import type { Raster } from '../../pictures/encode.ts'
import { raster } from './raster.ts'
import type { Scene } from './scene.ts'
import { endGrain } from './scenes/end.ts'
import { figure } from './scenes/figure.ts'
import { logPile } from './scenes/pile.ts'
import { sawnStack } from './scenes/sawn.ts'

/** The same drawing gives the same pixels, on every machine and at every start. */
export const draw = (drawing: Drawing, width: number): Raster => raster(sceneOf(drawing), width)

function sceneOf({ species, subject, seed }: Drawing): Scene {
  const look = LOOKS[species]
  switch (subject) {
    case 'end':
      return endGrain(look, seed)
    case 'pile':
      return logPile(look, seed)
    case 'sawn':
      return sawnStack(look, seed)
    case 'figure':
      return figure(look, seed)
  }
}
