import type { BiddingNumber, SellerCode } from './state.ts';

/** Whose eyes. `room` sees everything and is never on a wire. */
export type Viewer =
  | { readonly identity: 'room' }
  | { readonly identity: 'operator' }
  | { readonly identity: 'host' }
  | { readonly identity: 'buyer'; readonly number: BiddingNumber }
  | { readonly identity: 'seller'; readonly seller: SellerCode }
  | { readonly identity: 'audience' };
