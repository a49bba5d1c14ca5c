import { Trans } from '@lingui/react/macro'
import { useLingui } from '@lingui/react/macro'
import type { OutboxItem } from '../../../client/outbox/items.ts'
import { formatBytes } from '../../lib/format/index.ts'
import { classes } from '../classes.ts'
import { Icon } from '../Icon.tsx'
import css from './ItemState.module.css'

interface Props {
  readonly item: OutboxItem
  /** The account must sign in again before anything is sent. */
  readonly needsSignIn: boolean
}

/** State of a waiting item in a word or two, with a bar while it is being sent. */
export function ItemState({ item, needsSignIn }: Props) {
  const { t } = useLingui()
  const moving = item.kind === 'file' && (item.state === 'sending' || item.state === 'waiting')
  const percent = item.kind === 'file' && item.bytes > 0 ? Math.floor((item.offset / item.bytes) * 100) : 0
  const bad = item.state === 'refused'
  return (
    <div className={css.state}>
      {/* Within a live region each percent would be said. */}
      <p
        className={classes(css.said, bad && css.bad)}
        role={bad ? 'alert' : undefined}
        aria-live={moving ? 'off' : undefined}
      >
        {bad && <Icon name="alert" size={16} />}
        <Said item={item} percent={percent} needsSignIn={needsSignIn} />
      </p>
      {moving && <progress max={100} value={percent} aria-label={t`Upload`} />}
    </div>
  )
}

function Said({ item, percent, needsSignIn }: Props & { readonly percent: number }) {
  const size = formatBytes(item.bytes)
  if (item.error?.kind === 'server') return <>{item.error.msg}</>
  if (item.error?.kind === 'file') return <Trans>A file of this form did not go up. Choose it again.</Trans>
  switch (item.state) {
    case 'reading':
      return <Trans>Being saved on this device…</Trans>
    case 'up':
      return <Trans>Uploaded, {size}</Trans>
    case 'accepted':
      return <Trans>Received</Trans>
    case 'held':
      return <Trans>Taken back to be changed</Trans>
    case 'refused':
      return <Trans>Not accepted</Trans>
    case 'waiting':
    case 'sending':
      break
  }
  if (needsSignIn) return <Trans>Waiting for you to sign in again</Trans>
  if (item.error?.kind === 'link')
    return item.kind === 'file' ? (
      <Trans>
        {percent} % of {size}; no connection, trying again
      </Trans>
    ) : (
      <Trans>No connection, trying again</Trans>
    )
  if (item.error?.kind === 'between') {
    const { status, closed } = item.error
    return closed ? (
      <Trans>
        This network lets no files through ({status}). Use another network; the file then goes up by itself.
      </Trans>
    ) : (
      <Trans>Something in between answered instead of our server ({status}), trying again</Trans>
    )
  }
  if (item.kind === 'form')
    return item.state === 'sending' ? <Trans>Sending…</Trans> : <Trans>Waiting for its files</Trans>
  if (percent === 100) return <Trans>Uploaded; the server is checking it…</Trans>
  return item.state === 'sending' ? (
    <Trans>
      Sending {size}: {percent} %
    </Trans>
  ) : (
    <Trans>Waiting its turn, {size}</Trans>
  )
}
