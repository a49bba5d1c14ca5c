import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import css from './Content.module.css'

interface VersionLine {
  readonly version: number
  readonly savedAt: string
  readonly savedBy: string | null
}

/** A text as typed, with its version number and its earlier versions. */
export interface Edited<T> {
  readonly version: number
  readonly typed: T
  readonly versions: readonly VersionLine[]
}

interface Props<T extends object> {
  readonly versions: readonly VersionLine[]
  readonly newest: number
  readonly read: (version: number) => Promise<Edited<T>>
  readonly preview: (value: T) => ReactNode
  readonly onRestore: (typed: T) => void
}

/** Earlier versions of a text, for viewing and for restoring into the form. */
export function Versions<T extends object>({ versions, newest, read, preview, onRestore }: Props<T>) {
  const client = useClient()
  const { t } = useLingui()
  const look = useMutation({
    mutationFn: async (version: number) => ({ version, typed: (await read(version)).typed }),
  })
  const shown = look.data
  if (versions.length === 0) return null
  return (
    <details className={css.side}>
      <summary>
        <Trans>Versions</Trans>
      </summary>
      <ul className={css.versions}>
        {versions.map(({ version, savedAt, savedBy }) => (
          <li key={version}>
            <strong>
              <Trans>Version {version}</Trans>
            </strong>
            <time translate="no" dateTime={savedAt}>
              {formatMoment(savedAt, client.locale)}
            </time>
            <span>{savedBy ?? <Trans>Came with the platform</Trans>}</span>
            {version !== newest && (
              <Button
                variant="quiet"
                size="small"
                aria-label={t`View version ${version}`}
                busy={look.isPending && look.variables === version}
                onClick={() => look.mutate(version)}
              >
                <Trans>View</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <Dialog
          title={<Trans>Version {shown.version}</Trans>}
          onClose={look.reset}
          actions={
            <>
              <Button variant="line" onClick={look.reset}>
                <Trans>Close</Trans>
              </Button>
              <Button
                onClick={() => {
                  onRestore(shown.typed)
                  look.reset()
                }}
              >
                <Trans>Put it into the form</Trans>
              </Button>
            </>
          }
        >
          {preview(shown.typed)}
        </Dialog>
      )}
    </details>
  )
}
