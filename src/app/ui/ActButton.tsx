import { Trans } from '@lingui/react/macro'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import { useClient } from '../lib/client.ts'
import { AnswerWait } from './AnswerWait.tsx'
import { Button } from './Button.tsx'

export interface ActButtonProps extends ComponentProps<typeof Button> {
  /** The button's words while its press is being carried out. */
  readonly working?: ReactNode
  /** Where the result appears; by default on this page. */
  readonly shows?: string | undefined
}

/**
 * A button of a call that waits for its answer. While `busy`, the button that was pressed says what is being done, and
 * after five seconds that no answer has come. Buttons that share `busy` only stop taking presses.
 */
export function ActButton({ busy = false, working, shows, children, onClick, ...props }: ActButtonProps) {
  const [isPressed, press] = usePressed(busy)
  const words = working ?? <Trans>Working…</Trans>
  return (
    <>
      <Button
        translate="no"
        {...props}
        busy={busy}
        // The label names the act for one row; a busy button says what it shows.
        {...(isPressed && { 'aria-label': undefined })}
        onClick={(event) => {
          press()
          onClick?.(event)
        }}
      >
        {isPressed ? words : children}
      </Button>
      <AnswerWait busy={isPressed} working={words} shows={shows} />
    </>
  )
}

const createLastPress = (): { id: string | null } => ({ id: null })
const lastPressOf = (client: Client): { id: string | null } => client.part(createLastPress)

/** Whether the running act was begun by this button, at once or after a question that its press asked. */
function usePressed(busy: boolean): readonly [isPressed: boolean, press: () => void] {
  const id = useId()
  const last = lastPressOf(useClient())
  const [wasBusy, setWasBusy] = useState(false)
  const [isPressed, setIsPressed] = useState(false)
  if (busy !== wasBusy) {
    setWasBusy(busy)
    setIsPressed(busy && last.id === id)
  }
  return [
    busy && isPressed,
    () => {
      last.id = id
    },
  ]
}
