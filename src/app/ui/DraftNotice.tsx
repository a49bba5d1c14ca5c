import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatClock, formatMoment } from '../lib/format/index.ts'
import type { Draft } from '../lib/form/useForm.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import css from './DraftNotice.module.css'
import { Icon, type IconName } from './Icon.tsx'
import { useClient } from '../lib/client.ts'
import type { Client } from '../../client/client.ts'

/**
 * The state of the draft, above the form's fields: restored, changed in another tab, of an older form, or not stored.
 */
export function DraftNotice({ draft }: { readonly draft: Draft }) {
  const { notice, old, trouble } = draft
  return (
    <div className={css.region} aria-live="polite">
      {notice?.kind === 'restored' && <Restored at={notice.at} draft={draft} />}
      {notice?.kind === 'elsewhere' && <ChangedInOtherTab at={notice.at} draft={draft} />}
      {old && <Old old={old} draft={draft} />}
      {trouble && (
        <Note tone="warn" icon="alert">
          <Trouble trouble={trouble} />
        </Note>
      )}
    </div>
  )
}

function Trouble({ trouble }: { readonly trouble: NonNullable<Draft['trouble']> }) {
  switch (trouble) {
    case 'full':
      return (
        <Trans>
          This device is out of storage, so your draft is not saved. Send the form before you close this page, or free
          up space.
        </Trans>
      )
    case 'lost':
      return (
        <Trans>
          The browser closed its storage, so your draft is not saved now. Keep this page open: what you type stays here,
          and is saved as soon as the storage opens again.
        </Trans>
      )
    case 'off':
      return (
        <Trans>This browser does not store data (private window?). What you type is lost when this page closes.</Trans>
      )
  }
}

const DAY_MS = 24 * 3_600_000
const moment = ({ locale, ports }: Client, at: number): string =>
  (ports.clock.now() - at < DAY_MS ? formatClock : formatMoment)(at, locale)

interface Told {
  readonly at: number
  readonly draft: Draft
}

function Restored({ at, draft }: Told) {
  const when = moment(useClient(), at)
  return (
    <Note
      icon="retry"
      acts={
        <>
          <Button variant="line" size="small" onClick={draft.undo}>
            <Trans>Undo</Trans>
          </Button>
          <Button variant="quiet" size="small" onClick={draft.dismiss}>
            <Trans>Keep it</Trans>
          </Button>
        </>
      }
    >
      <Trans>Your draft of {when} is restored. Passwords and codes are never saved.</Trans>
    </Note>
  )
}

function ChangedInOtherTab({ at, draft }: Told) {
  const when = moment(useClient(), at)
  return (
    <Note
      tone="warn"
      icon="alert"
      acts={
        <>
          <Button variant="line" size="small" onClick={draft.undo}>
            <Trans>Use the other version</Trans>
          </Button>
          <Button variant="line" size="small" onClick={draft.dismiss}>
            <Trans>Keep this one</Trans>
          </Button>
        </>
      }
    >
      <Trans>This form was also edited in another tab at {when}. Both versions are kept until you choose one.</Trans>
    </Note>
  )
}

function Old({
  old: { at, newer, entries },
  draft,
}: {
  readonly old: NonNullable<Draft['old']>
  readonly draft: Draft
}) {
  const when = moment(useClient(), at)
  if (newer)
    return (
      <Note icon="doc">
        <Trans>
          You continued this form at {when} in a newer version of this page. Reload to see it; both versions are kept.
        </Trans>
      </Note>
    )
  return (
    <Note
      icon="doc"
      acts={
        <Button variant="line" size="small" onClick={draft.putAside}>
          <Trans>Discard the old draft</Trans>
        </Button>
      }
    >
      <Trans>This form has changed since your draft of {when}. The draft contained:</Trans>
      <ul className={css.old}>
        {entries.map(([key, text]) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </Note>
  )
}

interface NoteProps {
  readonly tone?: 'warn'
  readonly icon: IconName
  readonly acts?: ReactNode
  readonly children: ReactNode
}

function Note({ tone, icon, acts, children }: NoteProps) {
  return (
    <div className={classes(css.note, tone === 'warn' && css.warn)}>
      <Icon name={icon} />
      <div className={css.text}>{children}</div>
      {acts === undefined ? null : <div className={css.acts}>{acts}</div>}
    </div>
  )
}
