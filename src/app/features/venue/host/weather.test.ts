import { expect, test } from 'vitest'
import { linkWeather, weatherOf } from './weather.ts'

const link = (delay: number | null, online = true) => ({ delay, online })

test.each([
  [link(40), 'good'],
  [link(null), 'good'],
  [link(300), 'good'],
  [link(301), 'fair'],
  [link(801), 'weak'],
  [link(40, false), 'gone'],
] as const)('%o is %s', (person, weather) => expect(weatherOf(person)).toBe(weather))

test('who is in trouble comes first, equals as they came', () => {
  const people = [link(10), link(2_000), link(20), link(1, false)]
  expect(linkWeather(people).map(({ person }) => person.delay)).toEqual([1, 2_000, 10, 20])
})
