import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStore } from '../lib/useStore.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { KINDS } from './kinds.ts'
import css from './Toast.module.css'
import { dismiss, shownMs, type Shown, type Tone, noticesOf } from './toast.ts'
import { useClient } from '../lib/client.ts'

const ICON: Record<Tone, IconName> = { good: 'check', bad: 'alert', warn: 'alert', calm: 'flag' }

/**
 * Two live regions, always in the document: screen readers announce only additions to a known region. A notice is said
 * as a whole, and not again with the next one.
 */
export function ToastHost() {
  const client = useClient()
  const all = useStore(noticesOf(client))
  const list = (wanted: 'alert' | 'status' | undefined) =>
    all.filter((one) => roleOf(one) === wanted).map((one) => <Toast key={one.id} notice={one} />)
  return (
    <div className={css.region}>
      <div className={css.list} role="alert" aria-atomic={false}>
        {list('alert')}
      </div>
      <output className={css.list} aria-atomic={false}>
        {list('status')}
      </output>
      <div className={css.list}>{list(undefined)}</div>
    </div>
  )
}

const roleOf = ({ kind, tone, silent, assertive = tone === 'bad' }: Shown) =>
  silent ? undefined : kind ? KINDS[kind].role : assertive ? 'alert' : 'status'

function Toast({ notice }: { readonly notice: Shown }) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const [held, setHeld] = useState(false)
  const ms = shownMs(notice)
  const { id, kind } = notice
  useEffect(() => {
    if (held || ms === null) return
    const timer = setTimeout(() => dismiss(client, id), ms)
    return () => clearTimeout(timer)
  }, [client, held, id, ms])
  return (
    // Pointer or focus on the notice keeps it on screen: five seconds are short for a slow reader.
    <div
      className={classes(css.toast, css[notice.tone], kind && css[kind])}
      data-problem={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={kind ? KINDS[kind].icon : ICON[notice.tone]} />
      <div aria-atomic>
        <p className={css.title}>
          {kind && <span className={css.word}>{i18n._(KINDS[kind].word)} </span>}
          {notice.title}
        </p>
        {notice.text === undefined ? null : <p className={css.text}>{notice.text}</p>}
      </div>
      <Button variant="quiet" icon aria-label={t`Close`} onClick={() => dismiss(client, id)}>
        <Icon name="close" size={18} />
      </Button>
    </div>
  )
}
