/** States of a lot in preparation. Repeated here, because the contract's list would import its schema library. */
export const LOT_STATES = ['draft', 'submitted', 'accepted', 'returned'] as const
export type LotState = (typeof LOT_STATES)[number]
