import { oneLine } from '../support/test-record.ts'

/** Each finds the faults of a check in its output, one line each. None found: the end of the output has to do. */
type Findings = (output: string) => readonly string[]

const PLACE = /\[([^\]\s]+:\d+:\d+)\]/
const RULE = /^ *[×⚠x!] (?:(\S+\([\w/-]+\)): )?(.+)$/

/** `file(line,column): error TS…: message`, or with colons and a dash where colours are on. */
export const typeErrors: Findings = (output) =>
  output.split('\n').flatMap((line) => {
    const [, file, at, code, message] = /^(\S.*?)[(:](\d+)[,:]\d+\)?(?::| -) error (TS\d+): (.*)$/.exec(line) ?? []
    if (file !== undefined) return [oneLine(`${file}:${at}: ${code}: ${message}`)]
    // Faults of a configuration have no place.
    return /^error TS\d+: /.test(line) ? [oneLine(line)] : []
  })

/** The linter prints the rule with its message, and the place a line or more below; without a terminal in ASCII. */
export const lintErrors: Findings = (output) => {
  const lines = output.split('\n')
  return lines.flatMap((line, index) => {
    const [, rule = '', message] = RULE.exec(line) ?? []
    if (message === undefined) return []
    const rest = lines.slice(index + 1)
    const next = rest.findIndex((other) => RULE.test(other))
    const place = rest.slice(0, next === -1 ? rest.length : next).join('\n')
    const at = PLACE.exec(place)?.[1]
    return [oneLine([at?.replace(/:\d+$/, ''), rule, message].filter(Boolean).join(': '))]
  })
}

/** Files that are not formatted, and files that cannot be read. */
export const formatErrors: Findings = (output) => [
  ...output.split('\n').flatMap((line) => /^(\S+\.\w+) \(\d+\w*\)$/.exec(line)?.[1] ?? []),
  ...lintErrors(output),
]

/** What the catalogues' checks report. */
export const textErrors: Findings = (output) =>
  output
    .split('\n')
    .filter((line) => /^FAIL |: fuzzy translation$|^(?:\w*)Error: /.test(line))
    .map(oneLine)

/** The bundler ends with the error and its plugin. */
export const buildErrors: Findings = (output) => {
  const heading = /^.*(?:error during build|Build failed with \d+ errors?):$/m.exec(output)
  if (heading === null) return []
  const after = output.slice(heading.index + heading[0].length).trim()
  return [oneLine(after.split('\n').slice(0, 4).join('\n'))]
}
