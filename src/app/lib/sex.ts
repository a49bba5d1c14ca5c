/** Sex as derived from the title (spec §3). The same table as the contract's, which would bring its schemas along. */
export const SEX_OF = { 'Mr.': 'male', 'Mrs.': 'woman', Miss: 'miss' } as const
