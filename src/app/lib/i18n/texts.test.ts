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

/** Written for more than one: another text stands where it is one, or it is never one. */
const NEVER_ONE = [
  '{many} lots',
  '{many} days',
  '{each}, parcel {total}, {steps} steps above the least',
  '{some} minutes',
  '{done} of {0} sections complete',
  'From {0} to {1} minutes.',
  'From {0} to {1} seconds.',
  // Said from a thousand on.
  'The newest {newest} of {all} won lots are shown. The others follow once these are in contracts.',
]

const NOUNS =
  'attempts|bidders|bids|buyers|cells|characters|codes|columns|companies|contracts|days|deals|drafts|entries|files|hosts|hours|letters|lines|lots|members|messages|minutes|offers|orders|pages|papers|people|photographs|pictures|pieces|problems|rounds|rows|sales|seconds|sections|sellers|sheets|steps|times|versions'
const COUNTED = new RegExp(String.raw`\{\w+\}(?: (?!min\b)[a-z]+)? (?:${NOUNS})\b`)

it('26 no English text counts a plural noun that may be one', () => {
  const counted = globSync('src/**/locales/**/en.po')
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .flatMap((line) => /^msgid "(.*)"$/.exec(line)?.[1] ?? [])
    .filter((text) => !/\{\w+, (plural|selectordinal),/.test(text))
    .filter((text) => COUNTED.test(text))
  expect(counted.filter((text) => !NEVER_ONE.includes(text))).toEqual([])
})
