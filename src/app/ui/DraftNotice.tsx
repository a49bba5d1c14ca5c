import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatClock, formatMoment } from '../lib/format/index.ts'
import type { Draft } from '../lib/form/useForm.ts'
import { currentLocale } from '../lib/i18n/index.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import css from './DraftNotice.module.css'
import { Icon, type IconName } from './Icon.tsx'

/** What became of what was typed: brought back, typed elsewhere too, from an older form, or not kept at all. Above the form's fields. */
export function DraftNotice({ draft }: { readonly draft: Draft }) {
  const { notice, old, trouble } = draft
  return (
    <div className={css.region} aria-live="polite">
      {notice?.kind === 'restored' && <Restored at={notice.at} draft={draft} />}
      {notice?.kind === 'elsewhere' && <Elsewhere at={notice.at} draft={draft} />}
      {old && <Old old={old} draft={draft} />}
      {trouble && (
        <Note tone="warn" icon="alert">
          {trouble === 'full' ? (
            <Trans>
              This device has no room left: what you type is not being kept. It stays here as long as this page is open;
              send it, or make room.
            </Trans>
          ) : (
            <Trans>
              This browser keeps nothing (a private window?): what you type stays only as long as this page is open.
            </Trans>
          )}
        </Note>
      )}
    </div>
  )
}

const DAY_MS = 24 * 3_600_000
const moment = (at: number): string => (Date.now() - at < DAY_MS ? formatClock : formatMoment)(at, currentLocale())

interface Told {
  readonly at: number
  readonly draft: Draft
}

function Restored({ at, draft }: Told) {
  const when = moment(at)
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
      <Trans>What you had typed by {when} is back. Passwords and codes are never kept.</Trans>
    </Note>
  )
}

function Elsewhere({ at, draft }: Told) {
  const when = moment(at)
  return (
    <Note
      tone="warn"
      icon="alert"
      acts={
        <>
          <Button variant="line" size="small" onClick={draft.undo}>
            <Trans>Take the other one</Trans>
          </Button>
          <Button variant="line" size="small" onClick={draft.dismiss}>
            <Trans>Keep this one</Trans>
          </Button>
        </>
      }
    >
      <Trans>This form was also filled in another tab, at {when}. Both are kept until you choose.</Trans>
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
  const when = moment(at)
  if (newer)
    return (
      <Note icon="doc">
        <Trans>
          You went on with this form at {when} on a newer version of this page. Reload this page to see it; both are
          kept.
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
      <Trans>This form has changed since your draft of {when}. It no longer fits by itself; what it held:</Trans>
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
