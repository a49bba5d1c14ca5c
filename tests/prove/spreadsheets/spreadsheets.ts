import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../src/server/main.ts'
import type { LotContent } from '../../../src/contract/lot-content.ts'
import { sheetOf } from '../../../src/server/documents/sheet.ts'
import { lotColumnsOf, lotSheetName } from '../../../src/server/lots/lot-sheet.ts'
import { catalogueOf, differing } from '../../support/sheets/catalogue.ts'
import { FIRST_TERMS, importedFile } from '../../support/sheets/imported.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { needOffice, openOffice } from './office.ts'
import type { TextFile } from './office.ts'

const LOTS = 300
const SAMPLE_LOTS = 30
/** Windows' numbers of English and German: how the import dialog calls the language of a file. */
const LANGUAGES = { point: 1033, comma: 1031 } as const

/** The program's locale, and the decimal sign of its numbers. */
const OFFICES = [
  { locale: 'de-DE', decimal: 'comma' },
  { locale: 'zh-CN', decimal: 'point' },
] as const
type Decimal = keyof typeof LANGUAGES

interface Trip {
  readonly name: string
  readonly exported: 'xlsx' | 'csv'
  readonly decimal: Decimal
  readonly locale: 'zh' | 'en'
  readonly from: TextFile | null
  readonly to: 'xlsx' | TextFile['separator']
}

/** Every way in which a sheet goes through this program. */
function tripsOf(own: Decimal): readonly Trip[] {
  const separators = { point: ',', comma: ';' } as const
  return (['zh', 'en'] as const).flatMap((locale) => [
    ...(['xlsx', separators[own]] as const).map((to): Trip => ({
      name: `workbook-${locale}`,
      exported: 'xlsx',
      decimal: own,
      locale,
      from: null,
      to,
    })),
    ...(['point', 'comma'] as const).flatMap((decimal) =>
      (['xlsx', separators[decimal]] as const).map((to): Trip => {
        // A file in another country's notation is opened as what it is.
        const language = decimal === own ? 0 : LANGUAGES[decimal]
        const from = { separator: separators[decimal], language }
        return { name: `${decimal}-${locale}`, exported: 'csv', decimal, locale, from, to }
      }),
    ),
  ])
}

async function run(lots: readonly LotContent[], { say }: Options): Promise<Figures> {
  needOffice()
  const folder = join(ROOT, 'test-results/spreadsheets')
  rmSync(folder, { recursive: true, force: true })
  const differences: string[] = []
  let files = 0
  for (const { locale, decimal: own } of OFFICES) {
    const office = openOffice(join(folder, `profile-${locale}`), locale)
    for (const trip of tripsOf(own)) {
      const [exported, saved] = [join(folder, 'exported'), join(folder, locale)]
      mkdirSync(exported, { recursive: true })
      const file = join(exported, `${trip.name}.${trip.exported}`)
      const { exported: format, decimal, locale: words } = trip
      writeFileSync(
        file,
        sheetOf({ format, decimal }, lotSheetName(words), lotColumnsOf({ locale: words, terms: FIRST_TERMS }), lots),
      )
      await office.save(file, saved, trip.from, trip.to)
      const path = join(saved, `${trip.name}.${trip.to === 'xlsx' ? 'xlsx' : 'csv'}`)
      // The program writes its own decimal sign behind any separator; its seller chooses it beside the preview.
      const read = await importedFile(path, readFileSync(path), trip.to === 'xlsx' ? null : own)
      const found = differing(lots, read)
      say(`  ${locale}: ${trip.name}.${format} saved as ${trip.to}: ${lots.length} lots, ${found.length} differences`)
      differences.push(...found.map((one) => `${locale} ${trip.name} ${trip.to}: ${one}`))
      files += 1
    }
  }
  const figures = { lots: lots.length, 'files saved by LibreOffice': files, differences: differences.length }
  noneOf({ differences }, figures)
  return figures
}

export const spreadsheets: Proof = {
  name: 'spreadsheets',
  promise: 'A catalogue that a spreadsheet opens and saves in another country is the same catalogue.',
  full: (options) => run(catalogueOf(LOTS, options.seed), options),
  sample: (options) => run(catalogueOf(SAMPLE_LOTS, options.seed), options),
}
