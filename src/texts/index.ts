/** Texts that the server and the app both say, by code. The comment makes the extractor see them without a macro. */
export const texts = {
  network: /*i18n*/ { id: 'network', message: 'Connection problem' },
} as const
