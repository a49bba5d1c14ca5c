import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatBytes, formatMoment } from '../../../lib/format/index.ts'
import { downloadDocuments } from '../../../lib/documents.ts'
import { useStore } from '../../../lib/useStore.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import css from './CatalogueDownload.module.css'
import { atMost, keyOf, look, NOTHING, pause, remove, download, type Download, statesOf } from './download.ts'
import { useClient } from '../../../lib/client.ts'

/** Downloads a sale's catalogue: all lots, their thumbnails and the rules, to read, search and filter offline. */
export function CatalogueDownload({
  scheduleTimelineId,
  lots,
}: {
  readonly scheduleTimelineId: string
  readonly lots: number
}) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const now = useStore(statesOf(client)).get(keyOf(client, scheduleTimelineId)) ?? NOTHING
  useEffect(() => void look(client, scheduleTimelineId), [client, scheduleTimelineId])
  const start = (anew = false): void =>
    void download(client, scheduleTimelineId, () => downloadDocuments(queries), anew)
  return (
    <section className={css.download} aria-label={t`Download this catalogue`}>
      <div className={css.words}>
        <div aria-live="polite">
          <Words now={now} lots={lots} />
        </div>
        {now.state !== 'none' && now.state !== 'done' && now.head && <Bar head={now.head} />}
      </div>
      <div className={css.acts}>
        <FileButton
          size="small"
          variant="quiet"
          path={`/auction/catalogue/pdf?scheduleTimelineId=${encodeURIComponent(scheduleTimelineId)}`}
          name={`catalogue-${scheduleTimelineId}.pdf`}
        />
        {now.state === 'none' && (
          <LinkButton variant="line" size="small" onClick={() => start()}>
            <Trans>Save offline</Trans>
          </LinkButton>
        )}
        {now.state === 'going' && (
          <Button variant="line" size="small" onClick={() => pause(client, scheduleTimelineId)}>
            <Trans>Pause</Trans>
          </Button>
        )}
        {(now.state === 'paused' || now.state === 'cut' || now.state === 'full') && (
          <Button size="small" onClick={() => start()}>
            <Trans>Continue</Trans>
          </Button>
        )}
        {now.state === 'done' && (
          <LinkButton variant="quiet" size="small" onClick={() => start(true)}>
            <Trans>Renew</Trans>
          </LinkButton>
        )}
        {now.state !== 'none' && (
          <Button variant="quiet" size="small" onClick={() => void remove(client, scheduleTimelineId)}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </section>
  )
}

function Words({ now: { state, head, safe }, lots }: { readonly now: Download; readonly lots: number }) {
  const client = useClient()
  const size = formatBytes(state === 'none' ? atMost(lots) : (head?.bytes ?? 0))
  const since = head ? formatMoment(head.at, client.locale) : ''
  switch (state) {
    case 'none':
      return (
        <p>
          <Trans>Download to read, search and filter offline: up to {size}.</Trans>
        </p>
      )
    case 'going':
      return (
        // Each new size would be said.
        <p aria-live="off">
          <Trans>Downloading: {size} so far</Trans>
        </p>
      )
    case 'paused':
      return (
        <p>
          <Trans>Paused at {size}. What has been downloaded stays.</Trans>
        </p>
      )
    case 'cut':
      return (
        <p>
          <Trans>Offline, {size} downloaded. It continues when the connection is back.</Trans>
        </p>
      )
    case 'full':
      return (
        <p className={css.bad}>
          <Trans>This device is out of storage. {size} downloaded; free up space to continue.</Trans>
        </p>
      )
    case 'done':
      return (
        <p>
          <Icon name="check" size={18} />{' '}
          <Trans>
            On this device, as of {since} ({size})
          </Trans>
          {!safe && (
            <small>
              {' '}
              <Trans>The browser may clear it when space runs short.</Trans>
            </small>
          )}
        </p>
      )
  }
}

function Bar({ head: { pages, total, pictures, picturesTotal } }: { readonly head: NonNullable<Download['head']> }) {
  const { t } = useLingui()
  const arrived = Math.min(total, pages * 50)
  // Each lot counts twice: for its text and for its picture.
  const done =
    total === 0 ? 0 : (arrived + (picturesTotal === 0 ? 0 : (total * pictures) / picturesTotal)) / (2 * total)
  return (
    <>
      <progress className={css.bar} value={done} max={1} aria-label={t`Progress`} />
      <small>
        <Trans>
          Lots {arrived} of {total}, pictures {pictures} of {picturesTotal}
        </Trans>
      </small>
    </>
  )
}
