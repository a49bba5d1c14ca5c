import { Trans, useLingui } from '@lingui/react/macro'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useAct } from '../parts/useAct.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useSpeaker } from '../talk/speaker.ts'
import css from './People.module.css'
import { usePeople, type Person } from './usePeople.ts'

/** Who is here, how good his link is, when he was last seen, and whether he may speak. */
export function People() {
  const people = usePeople()
  return (
    <section className={css.people}>
      <SpeechForAll />
      {people === null && (
        <Skeleton>
          <Bone height="44px" block />
          <Bone height="44px" block />
          <Bone height="44px" block />
        </Skeleton>
      )}
      {people?.length === 0 && (
        <Empty title={<Trans>Nobody is here yet</Trans>}>
          <Trans>Buyers, sellers and audience appear here as they come in.</Trans>
        </Empty>
      )}
      <ul>
        {people?.map((person) => (
          <Row key={`${person.speaker} ${person.userName} ${person.loginTime}`} person={person} />
        ))}
      </ul>
    </section>
  )
}

function SpeechForAll() {
  const { t } = useLingui()
  const { commands } = useVenue()
  const allowed = useSession((state) => state.speech.allowed)
  const { busy, act } = useAct()
  const change = async () => {
    const sure =
      !allowed ||
      (await confirm({
        title: t`Switch speech off for all?`,
        text: t`Nobody but you can write messages until you switch it on again. Bids are not touched.`,
        confirmLabel: t`Switch off`,
      }))
    if (sure) await act(() => commands.setSpeech(!allowed, null))
  }
  return (
    <div className={css.all}>
      <p>{allowed ? <Trans>Everybody may speak</Trans> : <Trans>Speech is off for all</Trans>}</p>
      <Button variant="line" size="small" busy={busy} onClick={() => void change()}>
        {allowed ? <Trans>Switch off for all</Trans> : <Trans>Let everybody speak</Trans>}
      </Button>
    </div>
  )
}

function Row({ person }: { readonly person: Person }) {
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  return (
    <li className={css.row}>
      <div className={css.who}>
        <b>{person.speaker === 'audience' ? <Trans>Audience</Trans> : who(person.speaker)}</b> {person.companyName}
        <p className={css.sub}>
          {person.userName}
          {person.phone !== null && (
            <>
              {' '}
              · <a href={`tel:${person.phone}`}>{person.phone}</a>
            </>
          )}
        </p>
      </div>
      <LinkQuality person={person} />
      <Gag person={person} />
    </li>
  )
}

const GOOD_MS = 300
const FAIR_MS = 800

function LinkQuality({ person: { online, delay, lastSeen } }: { readonly person: Person }) {
  if (!online)
    return (
      <Mark tone="bad" icon="offline">
        {lastSeen === null ? <Trans>Offline</Trans> : <Trans>Last seen {formatSeconds(lastSeen)}</Trans>}
      </Mark>
    )
  if (delay === null)
    return (
      <Mark tone="good" icon="link">
        <Trans>Online</Trans>
      </Mark>
    )
  if (delay <= GOOD_MS)
    return (
      <Mark tone="good" icon="link">
        <Trans>Good {delay} ms</Trans>
      </Mark>
    )
  return (
    <Mark tone={delay <= FAIR_MS ? 'calm' : 'warn'} icon="link">
      {delay <= FAIR_MS ? <Trans>Fair {delay} ms</Trans> : <Trans>Weak {delay} ms</Trans>}
    </Mark>
  )
}

function Gag({ person: { speaker } }: { readonly person: Person }) {
  const { commands } = useVenue()
  const gagged = useSession((state) => state.speech.gagged[speaker] === true)
  const { busy, act } = useAct()
  if (!/^(bidder|seller):/.test(speaker)) return null
  return (
    <Button
      variant="quiet"
      size="small"
      busy={busy}
      onClick={() => void act(() => commands.setSpeech(gagged, speaker))}
    >
      {gagged ? <Trans>Let speak</Trans> : <Trans>Gag</Trans>}
    </Button>
  )
}
