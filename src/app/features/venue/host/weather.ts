import type { Person } from './usePeople.ts'

/** A link with a delay up to the first is good, up to the second fair, beyond it weak. */
export const GOOD_MS = 300
export const FAIR_MS = 800

export type Weather = 'gone' | 'weak' | 'fair' | 'good'
type Link = Pick<Person, 'online' | 'delay'>

export function weatherOf({ online, delay }: Link): Weather {
  if (!online) return 'gone'
  if (delay === null || delay <= GOOD_MS) return 'good'
  return delay <= FAIR_MS ? 'fair' : 'weak'
}

const ORDER: Record<Weather, number> = { gone: 0, weak: 1, fair: 2, good: 3 }

/** The people with the quality of their links: the worst links first, else in the given order. */
export function linkWeather<P extends Link>(people: readonly P[]): readonly { person: P; weather: Weather }[] {
  return people
    .map((person) => ({ person, weather: weatherOf(person) }))
    .sort((a, b) => ORDER[a.weather] - ORDER[b.weather])
}
