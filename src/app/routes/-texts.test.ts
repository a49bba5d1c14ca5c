import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Routes whose texts come in a chunk; all others use the first catalogue. */
const PART: Readonly<Record<string, string>> = {
  venue: 'venue',
  catalogue: 'catalogue',
  account: 'people',
  company: 'people',
  operator: 'people',
  centre: 'people',
  signIn: 'people',
  content: 'people',
  embed: 'people',
  lotBoards: 'people',
}
const routes = globSync('src/app/routes/*.tsx')

it.each(routes)('%s asks for the words of its screen', (path) => {
  // The layout of the centre loads the texts of its screens.
  if (path.includes('_centre.'))
    return expect(readFileSync('src/app/routes/_signedIn._centre.tsx', 'utf8')).toMatch(/needTexts\([\w.]+, 'people'\)/)
  const text = readFileSync(path, 'utf8')
  const features = [...text.matchAll(/features\/(\w+)\/\w+\.tsx'/g)].flatMap(([, feature]) => PART[feature ?? ''] ?? [])
  for (const part of new Set(features)) expect(text).toMatch(new RegExp(`needTexts\\([\\w.]+, '${part}'\\)`))
})
