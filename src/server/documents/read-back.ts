import { getDocumentProxy } from 'unpdf'

/** A text run of a page: where it stands, in points from the page's lower left corner. */
export interface Run {
  readonly text: string
  /** Corners of its box; a rotated run has the box around it. */
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}
export interface ReadPage {
  readonly width: number
  readonly height: number
  readonly runs: readonly Run[]
}
/** A text of a document’s data, with the keys and indices that lead to it. */
export interface Wanted {
  readonly path: readonly string[]
  readonly text: string
}

/** The pages of a PDF as another program reads them. */
export async function readPages(pdf: Uint8Array): Promise<readonly ReadPage[]> {
  const document = await getDocumentProxy(pdf)
  const pages: ReadPage[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view
    const { items } = await page.getTextContent()
    pages.push({
      width: right - left,
      height: top - bottom,
      runs: items.flatMap((item) => ('str' in item && item.str !== '' ? [runOf(item, left, bottom)] : [])),
    })
    page.cleanup()
  }
  await document.cleanup()
  return pages
}

/** Share of a font’s size above and below its baseline. */
const [ASCENT, DESCENT] = [0.8, 0.2]

function runOf(item: { str: string; transform: number[]; width: number }, left: number, bottom: number): Run {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform
  const size = Math.hypot(a, b) || 1
  const along = [(a / size) * item.width, (b / size) * item.width] as const
  const corners = [ASCENT, -DESCENT].flatMap((share) =>
    [0, 1].map((end) => [x + end * along[0] + share * c - left, y + end * along[1] + share * d - bottom] as const),
  )
  const [xs, ys] = [corners.map(([one]) => one), corners.map(([, one]) => one)]
  return {
    text: item.str,
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  }
}

/** Keys whose texts steer a template, or stand in the file’s properties alone. */
const UNSEEN = new Set(['title', 'mark', 'watermark', 'enclosed', 'date', 'kind'])

/** All texts of a template’s data that its pages must show. */
export function wantedOf(value: unknown, path: readonly string[] = []): readonly Wanted[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    // `mark` of a signature is what it looks like; at the root it is a page’s head.
    UNSEEN.has(key) && (path.length === 0 || key === 'kind') ? [] : wantedOf(inner, [...path, key]),
  )
}

/**
 * The first text that no page shows whole inside its edges; null when all are there. A text may go on over several
 * pages. Spaces do not count, since lines break at them.
 */
export function cutIn(pages: readonly ReadPage[], wanted: readonly Wanted[]): Wanted | null {
  const texts = pages.map((page) => plain(page.runs.flatMap((run) => (isInside(run, page) ? [run.text] : [])).join('')))
  const known = new Set<string>()
  let near = 0
  for (const one of wanted) {
    for (const text of piecesOf(one.text)) {
      if (known.has(text)) continue
      known.add(text)
      // Data and pages have the same order, so that the next text is most often on the same page.
      const found = pageOf(text, texts, near)
      if (found === null) return one
      near = found
    }
  }
  const lost = pages.flatMap((page) => page.runs.filter((run) => !isInside(run, page)))[0]
  if (!lost) return null
  const piece = plain(lost.text)
  return wanted.find(({ text }) => plain(text).includes(piece)) ?? { path: [], text: lost.text }
}

/** Rounding of coordinates, in points. */
const SLACK = 1
const isInside = ({ left, right, bottom, top }: Run, page: ReadPage): boolean =>
  left >= -SLACK && bottom >= -SLACK && right <= page.width + SLACK && top <= page.height + SLACK

/**
 * Letters and signs alone: spaces are lost at line ends. A font may set a marked letter as several glyphs; then the
 * letter's glyph stands for both texts, with its mark and without.
 */
const plain = (text: string): string =>
  text.normalize('NFKD').replaceAll(/[\p{M}\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu, '')

const REORDERED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]/u
const WORD = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Thai}]+|\p{Nd}+/gu
/** A letter with marks: a glyph of a mark alone is read as any sign. */
const MARKED = /\P{M}\p{M}+/u
/**
 * What must stand together. Scripts that run to the left, or whose glyphs stand in another order than their letters,
 * move what is around them: of such a text the other words alone are compared.
 */
const piecesOf = (text: string): readonly string[] =>
  (REORDERED.test(text) ? (text.match(WORD) ?? []) : [text])
    .flatMap((part) => part.normalize('NFD').split(MARKED))
    .map(plain)
    .filter((piece) => piece !== '')

/** Only longer texts go on over pages. */
const SHORTEST_BROKEN = 24
/** A page that is not the last one shows at least a line. */
const SHORTEST_PART = 8

function pageOf(text: string, pages: readonly string[], near: number): number | null {
  const order = pages.map((_, i) => (near + i) % pages.length)
  const whole = order.find((page) => pages[page]?.includes(text))
  if (whole !== undefined) return whole
  if (text.length < SHORTEST_BROKEN) return null
  return order.find((page) => isBrokenFrom(page, text, pages)) ?? null
}

/** Whether a text begins on a page and goes on to its end over the following ones. */
function isBrokenFrom(first: number, text: string, pages: readonly string[]): boolean {
  let rest = text
  for (let page = first; page < pages.length && rest !== ''; page++) {
    const shown = longestStart(rest, pages[page] ?? '')
    if (shown < Math.min(SHORTEST_PART, rest.length)) return false
    rest = rest.slice(shown)
  }
  return rest === ''
}

/** Length of the longest beginning of a text that a page shows. */
function longestStart(text: string, page: string): number {
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (page.includes(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}
