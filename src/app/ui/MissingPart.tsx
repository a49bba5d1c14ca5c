import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { link } from '../../client/link/index.ts'
import { useStore } from '../lib/useStore.ts'
import { beginAnew } from '../boot/pwa/beginAnew.ts'
import { Button } from './Button.tsx'
import { Failed } from './Empty.tsx'

interface Props {
  readonly error: unknown
  readonly unasked: boolean
  readonly onRetry: () => void
}

/**
 * In the place of a part that did not come: comes by itself when the link is back. Where the link is there and the file
 * is not, a newer build may have taken its place.
 */
export function MissingPart({ error, unasked, onRetry }: Props) {
  const away = useStore(link).kind === 'offline'
  const wasAway = useRef(false)
  useEffect(() => {
    if (away) wasAway.current = true
    else if (wasAway.current) onRetry()
    else void beginAnew(error)
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
