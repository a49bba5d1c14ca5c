import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AnswerOf } from '../../client/calls/index.ts'

export type PaperKind = AnswerOf<'lotInfo'>['papers'][number]['kind']

/** Names of the papers that come with a lot. */
export const PAPERS: Readonly<Record<PaperKind, MessageDescriptor>> = {
  species: msg`Species certificate`,
  measurement: msg`Measurement list`,
  cites: msg`CITES permit`,
  phytosanitary: msg`Phytosanitary certificate`,
  fsc: msg`FSC certificate`,
  pefc: msg`PEFC certificate`,
  eudr: msg`EUDR due diligence`,
  other: msg({ context: 'paper', message: 'Other paper' }),
}
