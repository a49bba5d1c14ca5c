import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LotFieldKey } from '../../contract/lot-fields.ts'
import type { AnswerOf } from '../../client/calls/index.ts'

/** A lot as the seller prepares it. */
export type LotContent = AnswerOf<'lotDraftInfo'>['content']
export type FieldName = LotFieldKey | 'pictures' | 'papers'

/** Labels of a lot's fields. Sizes are shown with their units. */
export const FIELDS: Readonly<Record<FieldName, MessageDescriptor>> = {
  nameZh: msg`Name in Chinese`,
  nameEn: msg`Name in English`,
  species: msg`Species`,
  origin: msg`Origin`,
  grade: msg`Grade`,
  category: msg`Category`,
  tradeArea: msg`Trade area`,
  tradeClause: msg`Incoterm`,
  tradeMode: msg`Trade mode`,
  departurePort: msg`Port of departure`,
  arrivalPort: msg`Port of arrival`,
  deliveryPlace: msg`Place of delivery`,
  paymentTerms: msg`Payment terms`,
  length: msg`Length`,
  thickness: msg`Thickness`,
  width: msg`Width`,
  diameter: msg`Small-end diameter`,
  humidity: msg`Moisture content`,
  pieces: msg`Pieces`,
  supplementaryZh: msg`Supplementary information in Chinese`,
  supplementaryEn: msg`Supplementary information in English`,
  currency: msg`Currency`,
  unit: msg`Unit`,
  quantity: msg`Quantity`,
  startPrice: msg`Start price`,
  addRange: msg`Bid increment`,
  reserve: msg`Reserve`,
  deliveryDate: msg`Delivery date`,
  pictures: msg`Photographs`,
  papers: msg`Papers`,
}
