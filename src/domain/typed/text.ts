/**
 * Text as people type or paste it. Wide letters and digits become plain ones (NFKC), unseen characters (direction
 * marks, zero-width spaces, joiners, variation selectors) are dropped, every kind of dash becomes `-` and every run of
 * white space one space. For codes, numbers and searches; the text of a name or a note keeps its joiners.
 */
export const typed = (text: string): string =>
  text.normalize('NFKC').replaceAll(UNSEEN, '').replaceAll(DASHES, '-').replaceAll(/\s+/g, ' ').trim()

/** Format characters, variation selectors and fillers that show nothing. */
const UNSEEN =
  /\p{Cf}|\u{34f}|[\u{115f}\u{1160}]|\u{17b4}|\u{17b5}|[\u{180b}-\u{180f}]|\u{2800}|\u{3164}|\p{Variation_Selector}/gu
/** Hyphens, dashes, minus signs and the box-drawing line that input methods offer for them. */
const DASHES = /[\p{Pd}\u2043\u2212\u02d7\u2500\u2501]/gu

const KEPT = /[\p{L}\p{N}]/u

/** As `typed`, without a label before a colon (`IBAN:`, `账号：`) and without marks around it (quotes, brackets, a full stop). */
export function typedUnlabelled(text: string): string {
  const letters = Array.from(typed(text).replace(/^[\p{L} .]{1,12}: ?/u, ''))
  // From both ends: a pattern for marks before the end would begin anew at each mark of a long text.
  const isKept = (letter: string): boolean => KEPT.test(letter)
  return letters.slice(Math.max(letters.findIndex(isKept), 0), letters.findLastIndex(isKept) + 1).join('')
}

/** A code as `typed`, without what was pasted around it: a label, also without a colon (`验证码123456`), and marks. */
export const typedBare = (text: string): string =>
  typedUnlabelled(text).replace(/^(?:[^\p{L}\p{N}]*\p{Script=Han}+)*[^\p{L}\p{N}]*/u, '')

/** A code of letters and digits: bare, in capitals, without spaces, dashes, points and the like between them. */
export const typedCode = (text: string): string =>
  typedBare(text)
    .replaceAll(/[\s.·・_-]/g, '')
    .toUpperCase()
