import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no text has a number written by the platform’s formats, the first of which takes a slow phone a tenth of a second to make: `{many}` stands for one that is grouped already', () => {
  const texts = globSync('src/{app,texts}/**/locales/**/*.po').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^msg(id|str) .*\{\w+, ((plural|selectordinal),.*#|number)/.test(line))
      .map((line) => `${path}: ${line}`),
  )
  expect(texts).toEqual([])
})
