import type { LotId } from './lot.ts'

/** The published lot of an id: a part that a partial deal split off is `lot.1`, a part of that `lot.1.1` (N9). */
export const publishedLot = (id: LotId): LotId => id.replace(/(?:\.[1-9][0-9]*)+$/, '')

/**
 * A lot's number as people say it: `2`, and `2-1` for a part of lot 2. `position` and `published` are those of the
 * published lot from which it was split; its own id where it was not.
 */
export const lotNumber = (position: number, id: LotId, published: LotId): string =>
  `${position}${id.slice(published.length).replaceAll('.', '-')}`
