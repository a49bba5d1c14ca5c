import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useStore } from '../lib/useStore.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import css from './Toast.module.css'
import { dismiss, notices, shownMs, type Shown, type Tone } from './toast.ts'

const ICON: Record<Tone, IconName> = { good: 'check', bad: 'alert', warn: 'alert', calm: 'flag' }

/** Two live regions that are always there: a screen reader hears only what is added to one it already knows. */
export function ToastHost() {
  const all = useStore(notices)
  const loud = all.filter((one) => one.assertive ?? one.tone === 'bad')
  return (
    <div className={css.region}>
      <div className={css.list} role="alert">
        {loud.map((one) => (
          <Toast key={one.id} notice={one} />
        ))}
      </div>
      <div className={css.list} aria-live="polite">
        {all
          .filter((one) => !loud.includes(one))
          .map((one) => (
            <Toast key={one.id} notice={one} />
          ))}
      </div>
    </div>
  )
}

function Toast({ notice }: { readonly notice: Shown }) {
  const { t } = useLingui()
  const [held, setHeld] = useState(false)
  const ms = shownMs(notice)
  const { id } = notice
  useEffect(() => {
    if (held || ms === null) return
    const timer = setTimeout(() => dismiss(id), ms)
    return () => clearTimeout(timer)
  }, [held, id, ms])
  return (
    // Pointing at it or tabbing into it holds it on screen: five seconds are short for a slow reader.
    <div
      className={classes(css.toast, css[notice.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICON[notice.tone]} />
      <div>
        <p className={css.title}>{notice.title}</p>
        {notice.text === undefined ? null : <p className={css.text}>{notice.text}</p>}
      </div>
      <Button variant="quiet" icon aria-label={t`Close`} onClick={() => dismiss(id)}>
        <Icon name="close" size={18} />
      </Button>
    </div>
  )
}
