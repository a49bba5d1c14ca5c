import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { usePart, useSession, useVenue } from '../room/RoomContext.ts'
import { EventText } from './EventText.tsx'
import { HoleRow } from './HoleRow.tsx'
import { linesOf, type Line, type LogFilter } from './lines.ts'
import css from './RoomLog.module.css'
import { MessageBox } from './MessageBox.tsx'
import { useSpeaker } from './speaker.ts'
import { useFollowing } from './useFollowing.ts'
import { LiveButton } from '../parts/LiveButton.tsx'

/** The room's log: events and messages, newest at the bottom, and the message box. */
export function RoomLog() {
  const { t } = useLingui()
  const [filter, setFilter] = useState<LogFilter>('all')
  const tabs = [
    { key: 'all', label: <Trans>Everything</Trans> },
    { key: 'bids', label: <Trans>Bids</Trans> },
    { key: 'said', label: <Trans>Messages</Trans> },
  ] as const
  return (
    <section className={css.log} aria-label={t`Log of bids and messages`}>
      <Tabs label={t`What to show`} tabs={tabs} value={filter} onChange={setFilter}>
        <Lines key={filter} filter={filter} />
      </Tabs>
      <SparedMessages />
      <MessageBox />
    </section>
  )
}

/**
 * On a slow link the room leaves messages out, so that prices come in time; the reader fetches them with this button.
 */
function SparedMessages() {
  const { room } = useVenue()
  const [fetching, setFetching] = useState(false)
  const spared = usePart(room.replica, (replica) => replica.spared !== null)
  if (!spared) return null
  const fetchMessages = () => {
    setFetching(true)
    void room.fetchMessages().finally(() => setFetching(false))
  }
  return (
    <p className={css.missed}>
      <Trans>Some messages were left out to bring prices in time.</Trans>{' '}
      <LiveButton variant="quiet" size="small" busy={fetching} onClick={fetchMessages}>
        <Trans>Load messages</Trans>
      </LiveButton>
    </p>
  )
}

/**
 * Number of lines at first, and added each time the reader asks for earlier ones: a phone cannot draw a thousand at
 * once.
 */
const LINES_SHOWN = 200

function Lines({ filter }: { readonly filter: LogFilter }) {
  const { t } = useLingui()
  const { room } = useVenue()
  const activity = usePart(room.replica, (replica) => replica.activity)
  const messages = useSession((state) => state.messages)
  const [most, setMost] = useState(LINES_SHOWN)
  const { lines, more } = useMemo(
    () => linesOf(activity, messages, { filter, most }),
    [activity, messages, filter, most],
  )
  const list = useFollowing(lines)
  return (
    // A scrollable list must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className={css.lines} ref={list} tabIndex={0} aria-label={t`Log`}>
      {lines.length === 0 && (
        <li className={css.none}>
          <Trans>Bids and messages appear here as they come.</Trans>
        </li>
      )}
      {more && (
        <li className={css.missed}>
          <Button variant="quiet" size="small" onClick={() => setMost(most + LINES_SHOWN)}>
            <Trans>Show earlier entries</Trans>
          </Button>
        </li>
      )}
      {lines.map((line) => (
        <Row key={line.key} line={line} />
      ))}
    </ol>
  )
}

function Row({ line }: { readonly line: Line }) {
  switch (line.kind) {
    case 'hole':
      return <HoleRow />
    case 'said':
      return <Said message={line.message} />
    case 'event':
      return (
        <li data-line="" className={classes(css.line, css[kindOf(line.event.type)], line.struck && css.struck)}>
          <time translate="no" className={css.time}>
            {formatSeconds(line.event.at)}
          </time>
          <span>
            {line.struck ? (
              <s>
                <EventText event={line.event} />
              </s>
            ) : (
              <EventText event={line.event} />
            )}
            {line.struck && (
              <span className={css.tag}>
                <Trans>struck</Trans>
              </span>
            )}
          </span>
        </li>
      )
  }
}

type Weight = 'bid' | 'news' | 'deal'
function kindOf(type: string): Weight {
  if (type === 'bid') return 'bid'
  return type === 'lot.sold' ? 'deal' : 'news'
}

function Said({ message }: { readonly message: Extract<Line, { kind: 'said' }>['message'] }) {
  const { seat } = useVenue()
  const who = useSpeaker(seat)
  return (
    <li data-line="" className={classes(css.said, message.from === 'host' && css.host)}>
      <p className={css.from}>
        <b>{who(message.from)}</b>{' '}
        <time translate="no" className={css.time}>
          {formatSeconds(message.at)}
        </time>
      </p>
      <p>
        {message.text ?? (
          <i>
            <Trans>This message was erased.</Trans>
          </i>
        )}
      </p>
    </li>
  )
}
