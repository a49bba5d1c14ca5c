import { Trans } from '@lingui/react/macro'
import { formatSeconds } from '../../../lib/format/index.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { FAIR_MS, GOOD_MS } from './weather.ts'
import type { Person } from './usePeople.ts'

/** A person's link: online with the delay, or the time last seen. */
export function LinkQuality({ person: { online, delay, lastSeen } }: { readonly person: Person }) {
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
