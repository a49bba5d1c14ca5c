/** Of a lot in preparation; the contract's list brings its schema library along. */
export const LOT_STATES = ['draft', 'submitted', 'accepted', 'returned'] as const
export type LotState = (typeof LOT_STATES)[number]
