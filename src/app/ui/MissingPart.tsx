import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { useStore } from '../lib/useStore.ts'
import { beginAnew } from '../boot/pwa/beginAnew.ts'
import { Button } from './Button.tsx'
import { Failed } from './Empty.tsx'
import { useClient } from '../lib/client.ts'

interface Props {
  readonly error: unknown
  readonly unasked: boolean
  /** While the link works, the load is retried after this time, ms. */
  readonly waitMs: number
  readonly onRetry: () => void
}

/**
 * Replaces a chunk that failed to load, and retries when the link is back, or after a while. If the link works but the
 * file is missing, a newer build may have replaced it.
 */
export function MissingPart({ error, unasked, waitMs, onRetry }: Props) {
  const client = useClient()
  const away = useStore(client.link.state).kind === 'offline'
  const wasAway = useRef(false)
  useEffect(() => {
    if (away) wasAway.current = true
    else if (wasAway.current) onRetry()
    else {
      const stops = [beginAnew(client, error), client.ports.clock.after(waitMs, onRetry)]
      return () => stops.forEach((stop) => stop())
    }
    return undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the link changes, and at no other time
  }, [away])
  if (unasked) return null
  return (
    <Failed
      title={<Trans>This part of the page has not loaded.</Trans>}
      action={
        <Button variant="line" onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {away && <Trans>It loads automatically when the connection is back. Nothing you saved or sent is lost.</Trans>}
    </Failed>
  )
}
