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
  letters_missing: (value) =>
    msg`“${value}” has characters that contracts cannot show; write it with others, e.g. in Latin letters`,
  cell_error: (value) => msg`its formula fails (${value})`,
  formula_unvalued: () => msg`its formula has no result; open the sheet in Excel or WPS and save it`,
  unclear: (value) => msg`“${value}” can be read in two ways; write it without a thousands separator`,
  unit_differs: (value) => msg`“${value}” has another unit or currency than its heading or row`,
  not_a_size: (value) => msg`“${value}” is not a size; write 5000, 2500-5800 or 200+, in mm`,
  size_fraction: (value) => msg`“${value}” is no whole number of millimetres; state the unit in the heading, e.g. (m)`,
  size_large: (value) => msg`“${value}” is longer than timber can be; is the unit in the heading right?`,
  size_small: (value) => msg`“${value}” is shorter than timber can be; does the heading state its unit?`,
  not_moisture: (value) => msg`“${value}” is not a moisture content; write 10-12 %`,
  excel_date: (value) => msg`the spreadsheet made the date ${value} of it; format the column as text and type it anew`,
  date_year: (value) => msg`“${value}”: the year is wrong`,
  as_above: (value) => msg`“${value}” refers to another row; write the value in every row`,
  merged_with: (value) => msg`is merged with row ${value}; write the figure of each lot`,
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
  unknown_unit: msg`Columns have a unit that cannot be converted. Convert their figures in the sheet.`,
  unit_below: msg`A line below the headings states another unit than they do. Write it into the headings.`,
  column_twice: msg`Two columns give the same figure of a lot. Keep one, or rename the other:`,
  headings_again: msg`Other headings follow below the first table. Put each table on a sheet or into a file of its own.`,
  missing_columns: msg`The sheet lacks columns that a lot needs.`,
  empty: msg`There is no lot below the header.`,
  too_slow: msg`Reading took too long and was given up. Please save the sheet anew without formatting, or as CSV, and try again.`,
  stopped: msg`Reading stopped because of an error on our side. It was recorded; please try again.`,
}
