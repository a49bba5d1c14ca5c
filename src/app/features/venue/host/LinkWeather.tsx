import { Trans, useLingui } from '@lingui/react/macro'
import { useIsLive, useVenue } from '../room/RoomContext.ts'
import { useSpeaker } from '../talk/speaker.ts'
import { linkWeather, type Weather } from './weather.ts'
import css from './LinkWeather.module.css'
import { usePeople, type Person } from './usePeople.ts'

/** The people present with the quality of their links, weakest first; beside the log. */
export function LinkWeather() {
  const { t } = useLingui()
  const live = useIsLive()
  const { people } = usePeople()
  if (people === null || people.length === 0 || !live) return null
  const present = linkWeather(people)
  return (
    <ul className={css.weather} aria-label={t`People and their links`}>
      {present.map(({ person, weather }) => (
        <li key={`${person.speaker} ${person.userName} ${person.loginTime}`} data-weather={weather}>
          <i aria-hidden="true" />
          <b>
            <Who person={person} />
          </b>
          <span className={css.word}>
            <WeatherWord weather={weather} delay={person.delay} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Who({ person }: { readonly person: Person }) {
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  return person.speaker === 'audience' ? <Trans>Audience</Trans> : who(person.speaker)
}

function WeatherWord({ weather, delay }: { readonly weather: Weather; readonly delay: number | null }) {
  switch (weather) {
    case 'gone':
      return <Trans>Offline</Trans>
    case 'weak':
    case 'fair':
      return <Trans>{delay ?? 0} ms</Trans>
    case 'good':
      return (
        <span className="visually-hidden">
          <Trans>Online</Trans>
        </span>
      )
  }
}
