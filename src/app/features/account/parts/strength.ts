export type Strength = 'short' | 'weak' | 'fair' | 'strong'

const RUNS = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm', '01234567890', '1qaz2wsx3edc4rfv5tgb6yhn7ujm']
const both = (text: string): readonly string[] => [text, text.split('').toReversed().join('')]

/**
 * Grades the time that guessing a password would take. Repeated characters, keyboard runs, years, and facts about the
 * person count for less than their length. (The server refuses the most common passwords.)
 */
export function strengthOf(password: string, known: readonly string[] = []): Strength {
  if (password.length < 6) return 'short'
  let rest = password.toLowerCase()
  for (const word of known.flatMap(wordsOf)) rest = rest.replaceAll(word, '#')
  rest = rest.replaceAll(/(.)\1{2,}/g, '#').replaceAll(/(19|20)\d\d/g, '#')
  rest = withoutRuns(rest)
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(password)).length
  const worth = rest.length + new Set(rest).size / 2 + kinds * 1.5
  return worth < 13 ? 'weak' : worth < 18 ? 'fair' : 'strong'
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 3)

/** Replaces a run of four or more characters, in either direction, by a single one. */
function withoutRuns(text: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const length = runAt(text, at)
    out += length >= 4 ? '#' : text.charAt(at)
    at += length >= 4 ? length : 1
  }
  return out
}

function runAt(text: string, at: number): number {
  let most = 0
  for (const run of RUNS.flatMap(both)) {
    let length = 0
    while (at + length < text.length && run.includes(text.slice(at, at + length + 1))) length += 1
    most = Math.max(most, length)
  }
  return most
}
