import { useLingui } from '@lingui/react/macro'
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import css from './Dialog.module.css'
import { Icon } from './Icon.tsx'
import { InDialog } from './usePassing.ts'
import { VoiceRegions } from './VoiceRegions.tsx'

interface DialogProps {
  readonly title: ReactNode
  /** Called on Escape, on a press on the cross, and on a press on the backdrop. */
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Buttons; the primary one is last. */
  readonly actions?: ReactNode
  /** Opens from the side, as a phone's menu does, or from below, within the thumb's reach. */
  readonly sheet?: boolean | 'bottom'
}

/** Shown as long as it is rendered. The browser's own dialog traps the focus, restores it, and makes the rest inert. */
export function Dialog({ title, onClose, children, actions, sheet }: DialogProps) {
  const { t } = useLingui()
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Closed before React removes it: the browser gives the focus back only from a dialog that is still in the page.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog && !dialog.open) dialog.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // A press on the backdrop targets the dialog itself; keyboard users have Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={classes(css.dialog, sheet === true && css.side, sheet === 'bottom' && css.bottom)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // Chromium closes a dialog at the second Escape without asking (`cancel`): its owner decides here too.
        const dialog = ref.current
        if (!dialog?.isConnected || dialog.open) return
        dialog.showModal()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
      </div>
      <InDialog value>
        <div className={css.body}>{children}</div>
        {actions !== undefined && (
          <div className={css.acts} translate="no">
            {actions}
          </div>
        )}
      </InDialog>
      {/* The cross comes last, so that the focus begins in the dialog's content. */}
      <span className={css.close}>
        <Button variant="quiet" icon aria-label={t`Close`} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </span>
      <VoiceRegions />
    </dialog>
  )
}
