/** Names the signature that a password is sealed for (`sealed.ts`); it opens for no other. */
export const sealedFor = (call: 'contractSign' | 'agreementSign', hash: string): string =>
  `timber-sale-room ${call} ${hash}`
