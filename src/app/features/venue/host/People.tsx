import { Trans, useLingui } from '@lingui/react/macro'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Empty, Failed } from '../../../ui/Empty.tsx'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { useProblem } from '../../../ui/useProblem.ts'
import { useAct } from '../parts/useAct.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import css from './People.module.css'
import { PersonRow } from './PersonRow.tsx'
import { usePeople } from './usePeople.ts'
import { useClient } from '../../../lib/client.ts'

/** The people present: device, time of arrival, link quality, right to speak. */
export function People() {
  const { people, error, retry } = usePeople()
  const problem = useProblem()
  const { t } = useLingui()
  return (
    <section className={css.people}>
      <SpeechForAll />
      {people === null && error !== null && (
        <Failed problem={problem(error)} action={<Button variant="line" onClick={retry}>{t`Try again`}</Button>} />
      )}
      {people === null && error === null && (
        <Skeleton>
          <SkeletonLine height="96px" block />
          <SkeletonLine height="96px" block />
          <SkeletonLine height="96px" block />
        </Skeleton>
      )}
      {people?.length === 0 && (
        <Empty title={<Trans>No one is here yet</Trans>}>
          <Trans>Buyers, sellers and audience appear here as they come in.</Trans>
        </Empty>
      )}
      <ul>
        {people?.map((person) => (
          <PersonRow key={`${person.speaker} ${person.userName} ${person.loginTime}`} person={person} />
        ))}
      </ul>
    </section>
  )
}

function SpeechForAll() {
  const client = useClient()
  const { t } = useLingui()
  const { commands } = useVenue()
  const allowed = useSession((state) => state.speech.allowed)
  const { busy, act } = useAct()
  const change = async () => {
    const sure =
      !allowed ||
      (await confirm(client, {
        title: t`Switch messages off for all?`,
        text: t`Only you can write messages until you switch it on again. Bidding is not affected.`,
        confirmLabel: t`Switch off`,
      }))
    if (sure) await act(() => commands.setSpeech(!allowed, null))
  }
  return (
    <div className={css.all}>
      <p>{allowed ? <Trans>Everyone may speak</Trans> : <Trans>Messages are off for all</Trans>}</p>
      <ActButton variant="line" size="small" busy={busy} onClick={() => void change()}>
        {allowed ? <Trans>Switch off for all</Trans> : <Trans>Let everyone speak</Trans>}
      </ActButton>
    </div>
  )
}
