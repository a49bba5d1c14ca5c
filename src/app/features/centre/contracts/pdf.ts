import type { ContractInfo } from './queries.ts'

/** The PDF of a contract in its current state; the stamp changes with every act. */
export const pdfOf = ({ contractId, contractNo, version, hash, history }: ContractInfo) => ({
  path: `/auction/contract/${encodeURIComponent(contractId)}/pdf`,
  name: `${contractNo}-v${version}.pdf`,
  stamp: `${hash} ${history.length}`,
})

/** The PDF of a replaced version, which never changes again. */
export const oldPdfOf = ({ contractId, contractNo }: ContractInfo, version: number) => ({
  path: `/auction/contract/${encodeURIComponent(contractId)}/pdf?version=${version}`,
  name: `${contractNo}-v${version}.pdf`,
  stamp: 'replaced',
})
