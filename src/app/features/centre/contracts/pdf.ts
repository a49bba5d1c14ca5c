import type { ContractInfo } from './queries.ts'

/** The PDF of a contract as it stands: another act makes another file. */
export const pdfOf = ({ contractId, contractNo, version, hash, history }: ContractInfo) => ({
  path: `/auction/contract/${encodeURIComponent(contractId)}/pdf`,
  name: `${contractNo}-v${version}.pdf`,
  stamp: `${hash} ${history.length}`,
})

/** Of a version that was replaced: it never changes again. */
export const oldPdfOf = ({ contractId, contractNo }: ContractInfo, version: number) => ({
  path: `/auction/contract/${encodeURIComponent(contractId)}/pdf?version=${version}`,
  name: `${contractNo}-v${version}.pdf`,
  stamp: 'replaced',
})
