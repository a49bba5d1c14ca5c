import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import css from './LoginPage.module.css'

/** Why one was not let in, in front of the form; the cursor goes there. */
export function Refused({ text }: { readonly text: string }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [text])
  return (
    <div className={css.error} role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" />
      {text}
    </div>
  )
}
