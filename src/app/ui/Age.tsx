import { Trans } from '@lingui/react/macro'
import { useOffline } from '../lib/useOffline.ts'
import { useMinute } from '../lib/clock/useNow.ts'
import { formatClock, formatMoment } from '../lib/format/index.ts'
import css from './Age.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import { useClient } from '../lib/client.ts'

/** Data younger than this needs no age. */
const NEW_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** Data older than this has its age announced, not only shown. */
const OLD_MS = 3 * 60_000

/** The age of data on screen. `old`: the last attempt to renew it failed. */
export function Age({ at, old = false }: { readonly at: number; readonly old?: boolean }) {
  const client = useClient()
  const now = useMinute()
  const offline = useOffline()
  if (!old && !offline && now - at < NEW_MS) return null
  const stale = old || now - at > OLD_MS
  const locale = client.locale
  const when = now - at < DAY_MS ? formatClock(at) : formatMoment(at, locale)
  return (
    <p className={classes(css.age, stale && css.old)}>
      {stale && <Icon name="clock" size={16} />}
      <Trans>As of {when}</Trans>
    </p>
  )
}
