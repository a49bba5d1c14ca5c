import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CellProblem, ImportInfo, LotContent } from './queries.ts'
import { FIELDS, type FieldName } from '../../ui/lotFields.ts'
import type { LotState } from './states.ts'

export { FIELDS, type FieldName }
export const isField = (name: string): name is FieldName => Object.hasOwn(FIELDS, name)

export type PaperKind = LotContent['papers'][number]['kind']

export const STATES: Readonly<Record<LotState, MessageDescriptor>> = {
  draft: msg({ context: 'lot', message: 'Draft' }),
  submitted: msg({ context: 'lot', message: 'Submitted' }),
  accepted: msg({ context: 'lot', message: 'Accepted' }),
  returned: msg({ context: 'lot', message: 'Returned' }),
}

/** Texts of a cell's faults, which follow its row and column. */
export const CELLS: Readonly<Record<CellProblem['code'], (value: string) => MessageDescriptor>> = {
  required: () => msg`is empty`,
  not_a_price: (value) => msg`“${value}” is not a price`,
  not_a_quantity: (value) => msg`“${value}” is not a quantity`,
  not_whole: (value) => msg`“${value}” is not a whole number`,
  not_a_date: (value) => msg`“${value}” is not a date; write 2027-03-31`,
  not_a_choice: (value) => msg`“${value}” is not among the choices`,
  unknown_term: (value) => msg`“${value}” is not in the list of terms`,
  too_long: (value) => msg`“${value}” is too long`,
  not_text: () => msg`has characters that cannot be stored`,
  cell_error: (value) => msg`its formula fails (${value})`,
  positive: () => msg`must be more than 0`,
  whole_pieces: (value) => msg`“${value}”: pieces are counted whole`,
  reserve_low: (value) => msg`“${value}” is below the start price`,
  section_needed: () => msg`a thickness is needed, or for logs a diameter`,
  amount_large: (value) => msg`“${value}” times the start price is too large for one lot`,
}

/** Reasons why a whole sheet is refused. */
export const SHEETS: Readonly<Record<NonNullable<ImportInfo['reason']>, MessageDescriptor>> = {
  unreadable: msg`The file cannot be read as a spreadsheet. Save it again as .xlsx or .csv.`,
  too_large: msg`The sheet unpacks to more than a sheet of lots can be. Copy the lots into the template.`,
  too_many_rows: msg`The sheet has more than 5,000 lots. Divide it.`,
  no_header: msg`No header was found in the first 15 rows. Use the headings of the template, in either language.`,
  missing_columns: msg`The sheet lacks columns that a lot needs.`,
  empty: msg`There is no lot below the header.`,
  stopped: msg`Reading stopped because of an error on our side. It was recorded; please try again.`,
}
