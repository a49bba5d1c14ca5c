import { useEffect, useEffectEvent, useRef } from 'react'
import type { SessionEvent } from '../../../../domain/events.ts'
import { EventText } from '../talk/EventText.tsx'

interface Props {
  readonly event: SessionEvent
  readonly onRead: (text: string) => void
}

/** Reads what the log says of an event, for the voice. */
export function LogWords({ event, onRead }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const read = useEffectEvent(() => onRead((line.current?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()))
  useEffect(() => read(), [])
  return (
    <p ref={line} hidden>
      <EventText event={event} />
    </p>
  )
}
