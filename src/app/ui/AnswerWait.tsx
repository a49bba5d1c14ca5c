import { useLingui } from '@lingui/react/macro'
import { use, useEffect, useRef, type ReactNode } from 'react'
import { useClient } from '../lib/client.ts'
import { useStore } from '../lib/useStore.ts'
import css from './AnswerWait.module.css'
import { Icon } from './Icon.tsx'
import { Saying } from './saying.ts'
import { notify } from './toast.ts'
import { InDialog } from './usePassing.ts'
import { useUnanswered } from './useUnanswered.ts'

interface Props {
  /** The press is being carried out. */
  readonly busy: boolean
  /** What is being done, for screen readers: the button shows the same words. */
  readonly working: ReactNode
  /** Where the result appears; by default on this page. */
  readonly shows?: string | undefined
  /** The late words stand below the button on a page too, where a notice says them otherwise. */
  readonly below?: boolean
}

/**
 * Announces that a press is being carried out and, after five seconds without an answer, tells what that means: in a
 * notice, or below the button in a dialog, which covers notices.
 */
export function AnswerWait({ busy, working, shows, below = false }: Props) {
  const client = useClient()
  const inDialog = use(InDialog)
  const { title, text } = useLateWords(shows)
  const isLost = useIsLost()
  const isLate = useUnanswered(busy) || (busy && isLost)
  const isBelow = inDialog || below
  const region = useRef<HTMLOutputElement>(null)
  const say = use(Saying)
  useEffect(() => {
    // The line may be added below the fold of the dialog whose button was pressed.
    if (isLate && inDialog) region.current?.scrollIntoView({ block: 'nearest' })
  }, [isLate, inDialog])
  useEffect(() => {
    if (!isLate || isBelow) return
    return notify(client, { tone: 'warn', title, text, key: 'unanswered', shownMs: null, silent: say !== null })
  }, [client, isLate, isBelow, title, text, say])
  useEffect(() => {
    if (say && busy) say(isLate ? `${title} ${text}` : (region.current?.textContent ?? ''))
  }, [say, busy, isLate, title, text])
  return (
    <output
      ref={region}
      className={isLate && isBelow ? css.late : 'visually-hidden'}
      aria-live={say === null ? undefined : 'off'}
    >
      {busy && !isLate && working}
      {isLate && isBelow && (
        <>
          <Icon name="clock" size={16} />
          <span>
            <b>{title}</b> {text}
          </span>
        </>
      )}
    </output>
  )
}

function useIsLost(): boolean {
  const { kind } = useStore(useClient().link.state)
  return kind === 'offline' || kind === 'reconnecting'
}

function useLateWords(shows: string | undefined): { readonly title: string; readonly text: string } {
  const { t, i18n } = useLingui()
  const inDialog = use(InDialog)
  const isLost = useIsLost()
  if (isLost)
    return {
      title: t`The connection is lost.`,
      text: t`It is not known yet whether this took effect. Once the connection is back, check before you press again.`,
    }
  const slow = t`The connection or the server is slow. Your request is on its way; there is no need to press again.`
  const result = shows ?? t`The result appears here as soon as it is known.`
  const sentences = [slow, result, ...(inDialog ? [t`Closing this window does not cancel it.`] : [])]
  // Chinese has no space between sentences.
  return { title: t`No answer yet.`, text: sentences.join(i18n.locale === 'zh' ? '' : ' ') }
}
