import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { formatSeconds } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useAct } from '../parts/useAct.ts'
import { useSession, useVenue } from '../room/RoomContext.ts'
import { useSpeaker } from '../talk/speaker.ts'
import { LinkQuality } from './LinkQuality.tsx'
import css from './People.module.css'
import type { Person } from './usePeople.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { AccountTypes, OnlineTime, PersonName, SourceName } from './personWords.tsx'

/** One person in the room, with all details that the host may know. */
export function PersonRow({ person }: { readonly person: Person }) {
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  return (
    <li className={css.row}>
      <div className={css.head}>
        <p className={css.who}>
          <b>{person.speaker === 'audience' ? <Trans>Audience</Trans> : who(person.speaker)}</b> {person.companyName}
        </p>
        <LinkQuality person={person} />
      </div>
      <div className={css.head}>
        <p className={css.who}>
          <PersonName person={person} />
          {person.phone !== null && (
            <>
              {' '}
              · <a href={`tel:${person.phone}`}>{person.phone}</a>
            </>
          )}
        </p>
        <Gag person={person} />
        <Exclude person={person} />
      </div>
      <dl className={css.facts}>
        <Fact name={<Trans>Account type</Trans>}>
          <AccountTypes types={person.accountType} />
        </Fact>
        <Fact name={<Trans>Source</Trans>}>
          <SourceName source={person.source} />
        </Fact>
        <Fact name={<Trans>Online time</Trans>}>
          <OnlineTime seconds={person.onlineTime} />
        </Fact>
        <Fact name={<Trans>Login time</Trans>}>
          <time translate="no" dateTime={person.loginTime}>
            {formatSeconds(person.loginTime)}
          </time>
        </Fact>
      </dl>
    </li>
  )
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Gag({ person: { speaker } }: { readonly person: Person }) {
  const { commands } = useVenue()
  const gagged = useSession((state) => state.speech.gagged[speaker] === true)
  const { busy, act } = useAct()
  if (!/^(bidder|seller):/.test(speaker)) return null
  return (
    <ActButton
      variant="quiet"
      size="small"
      busy={busy}
      onClick={() => void act(() => commands.setSpeech(gagged, speaker))}
    >
      {gagged ? <Trans>Let speak</Trans> : <Trans>Gag</Trans>}
    </ActButton>
  )
}

type Asked = 'dismiss' | 'suspend'

/** Excludes a company: dismissing it takes its bidding number away, suspending it ends all that it does in the sale. */
function Exclude({ person: { speaker, companyName, biddingNumber } }: { readonly person: Person }) {
  const { t } = useLingui()
  const { commands, seat } = useVenue()
  const who = useSpeaker(seat)
  const [asked, setAsked] = useState<Asked | null>(null)
  const over = useSession(({ phase }) => phase === 5)
  if (over || !/^(bidder|seller):/.test(speaker)) return null
  const name = companyName ?? who(speaker)
  return (
    <>
      {biddingNumber !== null && (
        <Button variant="quiet" size="small" onClick={() => setAsked('dismiss')}>
          <Trans>Dismiss…</Trans>
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={() => setAsked('suspend')}>
        <Trans>Suspend…</Trans>
      </Button>
      {asked === 'dismiss' && biddingNumber !== null && (
        <ReasonDialog
          title={t`Dismiss ${name}?`}
          text={t`It cannot bid here any more: leading bids are struck, ceilings and offers end. Its deals stand. The operator can admit it again.`}
          confirmLabel={t`Dismiss the bidder`}
          working={t`Dismissing the bidder…`}
          effect={({ bidders }) => bidders[biddingNumber]?.admitted === false}
          command={(reason) => commands.dismissBidder(biddingNumber, reason)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'suspend' && (
        <ReasonDialog
          title={t`Suspend ${name} in this sale?`}
          text={t`Leading bids are struck, ceilings and offers end, its own lots are withdrawn for good, and its deals are held for the operator.`}
          confirmLabel={t`Suspend`}
          working={t`Suspending…`}
          command={(reason) => commands.suspendCompany(speaker, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
