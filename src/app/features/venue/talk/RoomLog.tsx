import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LotId } from '../../../../domain/state.ts'
import { formatSeconds } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import { pastActivity } from '../room/past.ts'
import { usePart, useSession, useStore, useVenue } from '../room/RoomContext.ts'
import { EventText } from './EventText.tsx'
import { linesOf, type Line, type LogFilter } from './lines.ts'
import css from './RoomLog.module.css'
import { MessageBox } from './MessageBox.tsx'
import { useSpeaker } from './speaker.ts'

/** What happens and what is said, newest at the bottom, and the box to speak. */
export function RoomLog({ lot = null }: { readonly lot?: LotId | null }) {
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
        <Lines filter={filter} lot={lot} />
      </Tabs>
      <MessageBox />
    </section>
  )
}

function Lines({ filter, lot }: { readonly filter: LogFilter; readonly lot: LotId | null }) {
  const { t } = useLingui()
  const { room, past } = useVenue()
  const heard = usePart(room.replica, (replica) => replica.activity)
  const before = useStore(past)
  const messages = useSession((state) => state.messages)
  const lines = useMemo(
    () => linesOf([...pastActivity(before, heard), ...heard], messages, filter, lot),
    [before, heard, messages, filter, lot],
  )
  const list = useFollowing(lines.length)
  return (
    // A list that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol className={css.lines} ref={list} tabIndex={0} aria-label={t`Log`}>
      {lines.length === 0 && (
        <li className={css.none}>
          <Trans>Bids and messages appear here as they come.</Trans>
        </li>
      )}
      {lines.map((line) => (
        <Row key={line.key} line={line} />
      ))}
    </ol>
  )
}

/** Stays at the end while the reader is there; whoever scrolled up to read is left alone. */
function useFollowing(length: number) {
  const list = useRef<HTMLOListElement>(null)
  const atEnd = useRef(true)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const watch = () => {
      atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 40
    }
    element.addEventListener('scroll', watch, { passive: true })
    return () => element.removeEventListener('scroll', watch)
  }, [])
  useEffect(() => {
    if (atEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [length])
  return list
}

function Row({ line }: { readonly line: Line }) {
  switch (line.kind) {
    case 'missed':
      return (
        <li className={css.missed}>
          <Trans>Some entries from before this point are not shown here.</Trans>
        </li>
      )
    case 'said':
      return <Said message={line.message} />
    case 'event':
      return (
        <li className={classes(css.line, css[kindOf(line.event.type)], line.struck && css.struck)}>
          <time className={css.time}>{formatSeconds(line.event.at)}</time>
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
    <li className={classes(css.said, message.from === 'host' && css.host)}>
      <p className={css.from}>
        <b>{who(message.from)}</b> <time className={css.time}>{formatSeconds(message.at)}</time>
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
