import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OutboxItem } from '../../../client/outbox/items.ts'
import { waits, type OutboxView } from '../../../client/outbox/outbox.ts'
import { pageLocationOf } from '../../boot/navigation/index.ts'
import { formatBytes, groupThousands } from '../../lib/format/index.ts'
import { outboxHereOf } from '../../../client/outbox/here.ts'
import { useOutboxView } from '../../lib/useOutbox.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { confirm } from '../../ui/confirm.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { OUTBOX_FORMS } from '../../ui/outbox/forms.ts'
import { ItemState } from '../../ui/outbox/ItemState.tsx'
import { OutboxPicture } from '../../ui/outbox/OutboxPicture.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { SignInLink } from '../../ui/SignInLink.tsx'
import { notify } from '../../ui/toast.ts'
import { saveItem } from './saveItem.ts'
import css from './Tray.module.css'
import { useClient } from '../../lib/client.ts'

/** The number of items in the outbox, on every screen; a press opens the list with its actions. */
export function Tray() {
  const client = useClient()
  const inVenue = useStore(pageLocationOf(client)).pathname.startsWith('/venue/')
  const { t } = useLingui()
  const view = useOutboxView()
  const [open, setOpen] = useState(false)
  useTellArrivals()
  const waiting = view.items.filter(waits)
  const count = waiting.length + view.leftBehind
  const many = groupThousands(count)
  const refused = waiting.some(({ state }) => state === 'refused')
  const percent = progressOf(waiting)
  return (
    <>
      {count > 0 && (
        <div className={classes(css.tray, inVenue && css.venue)} data-testid="tray">
          <button
            type="button"
            className={classes(css.chip, (refused || view.needsSignIn || view.leftBehind > 0) && css.attention)}
            onClick={() => setOpen(true)}
          >
            <Icon name={refused ? 'alert' : 'up'} size={18} />
            <span className={css.words}>
              <Trans>{many} to send</Trans>
            </span>
            {percent !== null && <span className={css.percent}>{percent} %</span>}
          </button>
        </div>
      )}
      {open && (
        <Dialog title={t`Waiting to be sent`} onClose={() => setOpen(false)} sheet>
          <Waiting view={view} onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

/** Announces on every screen that a queued form has reached the server. */
function useTellArrivals(): void {
  const client = useClient()
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const outbox = useStore(outboxHereOf(client))
  useEffect(
    () =>
      outbox?.onAccepted((form) => {
        const { arrived, changes } = OUTBOX_FORMS[form.form]
        notify(client, { tone: 'good', title: i18n._(arrived(form.signed)), key: `arrived ${form.id}` })
        for (const queryKey of changes) void queries.invalidateQueries({ queryKey })
      }),
    [client, outbox, queries, i18n],
  )
}

function progressOf(items: readonly OutboxItem[]): number | null {
  const files = items.flatMap((item) => (item.kind === 'file' ? [item] : []))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return bytes === 0 ? null : Math.floor((files.reduce((sum, file) => sum + file.offset, 0) / bytes) * 100)
}

interface WaitingProps {
  readonly view: OutboxView
  readonly onLeave: () => void
}

function Waiting({ view: { items, needsSignIn, leftBehind, trouble }, onLeave }: WaitingProps) {
  return (
    <div className={css.waiting}>
      {(needsSignIn || leftBehind > 0) && (
        <p className={css.note}>
          <Trans>Your sign-in has expired. Everything is kept; it goes once you have signed in again.</Trans>
          <SignInLink className={buttonClass({ size: 'small' })} onClick={onLeave}>
            <Trans>Log in</Trans>
          </SignInLink>
        </p>
      )}
      {trouble === 'full' && (
        <p className={css.note} role="alert">
          <Trans>
            This device is out of storage. What is here is kept; nothing can be added until you free up space.
          </Trans>
        </p>
      )}
      {leftBehind > 0 ? null : items.length === 0 ? (
        <p>
          <Trans>Everything has arrived.</Trans>
        </p>
      ) : (
        <ul className={css.list}>
          {items.map((item) => (
            <Row key={item.id} item={item} needsSignIn={needsSignIn} onLeave={onLeave} />
          ))}
        </ul>
      )}
      <Room />
    </div>
  )
}

interface RowProps {
  readonly item: OutboxItem
  readonly needsSignIn: boolean
  readonly onLeave: () => void
}

function Row({ item, needsSignIn, onLeave }: RowProps) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const outbox = useStore(outboxHereOf(client))
  const name = item.kind === 'file' ? item.name : i18n._(OUTBOX_FORMS[item.form].name(item.signed))
  const form = item.kind === 'form' ? item : item.slot
  const cancel = async (): Promise<void> => {
    const sure = await confirm(client, {
      title: t`Discard “${name}”?`,
      text: t`It has not been sent and is removed from this device.`,
      confirmLabel: t`Discard`,
      danger: true,
    })
    if (sure) await outbox?.remove([item.id])
  }
  const asked = item.state === 'held' || (item.kind === 'form' && item.state === 'refused')
  return (
    <li className={css.row}>
      <OutboxPicture item={item} />
      <div className={css.about}>
        <strong>{name}</strong>
        <ItemState item={item} needsSignIn={needsSignIn} />
      </div>
      <Button variant="quiet" size="small" icon aria-label={t`Discard`} onClick={() => void cancel()}>
        <Icon name="trash" size={18} />
      </Button>
      <div className={css.acts}>
        {asked ? (
          <PathLink
            href={OUTBOX_FORMS[form.form].page(form)}
            className={buttonClass({ size: 'small' })}
            onClick={onLeave}
          >
            <Trans>Correct it</Trans>
          </PathLink>
        ) : (
          item.state !== 'up' && (
            <Button variant="line" size="small" onClick={() => void outbox?.retry(item.id)}>
              <Icon name="retry" size={16} />
              <Trans>Try now</Trans>
            </Button>
          )
        )}
        <Button variant="line" size="small" onClick={() => outbox && void saveItem(outbox, item)}>
          <Trans>Save a copy</Trans>
        </Button>
      </div>
    </li>
  )
}

/** The space left on the device. */
function Room() {
  const [room, setRoom] = useState<StorageEstimate | null>(null)
  useEffect(() => {
    void navigator.storage
      ?.estimate?.()
      .then(setRoom)
      .catch(() => null)
  }, [])
  if (room?.usage === undefined || room.quota === undefined) return null
  const [used, left] = [formatBytes(room.usage), formatBytes(Math.max(0, room.quota - room.usage))]
  return (
    <p className={css.room}>
      <Trans>
        On this device: {used} used, {left} free for this site.
      </Trans>
    </p>
  )
}
