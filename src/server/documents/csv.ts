import type { DecimalSign } from '../../contract/scalars.ts'

/** Between the cells of a file, as a spreadsheet with this decimal sign expects them. */
export const SEPARATORS = { point: ',', comma: ';' } as const satisfies Record<DecimalSign, string>

/** A text that a spreadsheet takes for a formula, and one that already has apostrophes before such a text. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A cell that begins like a formula is quoted as text, since names of people and devices may hold anything. */
export const quoted = (text: string): string => marked(text, FORMULA.test(text))

/** A text that a spreadsheet must keep letter by letter: what it takes for a number, a day or a formula is marked as text. */
export const quotedExact = (text: string): string => marked(text, isTaken(text))

/** The same in a workbook, where only a text that looks marked needs a mark: spreadsheets save one format as the other. */
export const exactCell = (text: string): string => (text.startsWith("'") && isTaken(text) ? `'${text}` : text)

/** The text of a cell without the apostrophe that marks it; other apostrophes are part of the text. */
export const unmarked = (text: string): string => (text.startsWith("'") && isTaken(text) ? text.slice(1) : text)

const marked = (text: string, taken: boolean): string => `"${(taken ? `'${text}` : text).replaceAll('"', '""')}"`

/** Nothing longer is a number or a day. */
const TAKEN_MOST = 60

/** Whether a spreadsheet takes a text for a number, a day, a truth value or a formula. */
function isTaken(text: string): boolean {
  if (FORMULA.test(text)) return true
  const bare = text.replace(/^'+/, '')
  if (bare.length > TAKEN_MOST) return false
  const words = bare.toLowerCase().match(/\p{L}+/gu) ?? []
  return (
    (/\p{Nd}/u.test(bare) && words.every((word) => wordsOfDays().has(word))) || TRUTHS.has(bare.trim().toLowerCase())
  )
}

/** `Intl` names of months and weekdays in the languages of spreadsheets that open the files. */
const LANGUAGES = 'en de fr es it pt nl da nb sv fi pl cs ru uk tr id ms vi'.split(' ')
const FORMS = (['long', 'short'] as const).flatMap((length): readonly Intl.DateTimeFormatOptions[] => [
  { month: length },
  { month: length, day: 'numeric' },
  { weekday: length },
])
/** In every month, and on every weekday. */
const DAYS = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month, month + 1))
/** Found when first asked for: that takes a quarter of a second, which each thread that reads or writes a sheet would wait. */
const wordsOfDays = lazily(
  (): ReadonlySet<string> =>
    new Set([
      ...'e am pm a p uhr h usd eur cny rmb us 年 月 日 号 时 分 秒 上午 下午 元 年月日 月日'.split(' '),
      ...LANGUAGES.flatMap((language) =>
        FORMS.flatMap((form) => {
          const names = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' })
          return DAYS.flatMap(
            (day) =>
              names
                .format(day)
                .toLowerCase()
                .match(/\p{L}+/gu) ?? [],
          )
        }),
      ),
    ]),
)
const TRUTHS: ReadonlySet<string> = new Set(
  'true false wahr falsch vrai faux verdadero falso vero verdadeiro waar onwaar sand falsk sann sant falskt tosi epätosi prawda fałsz pravda nepravda истина ложь doğru yanlış 真 假'.split(
    ' ',
  ),
)

/** Makes a constant when it is first asked for. */
function lazily<Made extends object>(make: () => Made): () => Made {
  let made: Made | null = null
  return () => (made ??= make())
}
