import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Whose words come in a part; what is not here is in the first catalogue. */
const PART: Readonly<Record<string, string>> = {
  venue: 'venue',
  catalogue: 'catalogue',
  account: 'people',
  company: 'people',
  desk: 'people',
  centre: 'people',
  session: 'people',
  reading: 'people',
  frame: 'people',
}
const routes = globSync('src/app/routes/*.tsx')

it.each(routes)('%s asks for the words of its screen', (path) => {
  // Whatever stands in the centre has its words from there.
  if (path.includes('_centre.'))
    return expect(readFileSync('src/app/routes/_signedIn._centre.tsx', 'utf8')).toContain("needTexts('people')")
  const text = readFileSync(path, 'utf8')
  const features = [...text.matchAll(/features\/(\w+)\/\w+\.tsx'/g)].flatMap(([, feature]) => PART[feature ?? ''] ?? [])
  for (const part of new Set(features)) expect(text).toContain(`needTexts('${part}')`)
})
