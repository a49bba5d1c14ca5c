import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import css from './Disclosure.module.css'
import { Icon, type IconName } from './Icon.tsx'

interface Props {
  readonly icon: IconName
  readonly label: ReactNode
  /** Only the icon is visible. */
  readonly bare?: boolean
  /** The panel's content; receives the function that closes the panel. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button that opens a small panel below it. Escape and a press outside close it, and the focus returns to the button.
 */
export function Disclosure({ icon, label, bare = false, children }: Props) {
  const [open, setOpen] = useState(false)
  const wrap = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!open) return
    const outside = (event: PointerEvent | FocusEvent): void => {
      if (event.target instanceof Node && !wrap.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open])
  return (
    <div className={css.wrap} ref={wrap}>
      <button
        ref={button}
        type="button"
        className={css.button}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} size={18} />
        <span className={bare ? 'visually-hidden' : css.label}>{label}</span>
        {!bare && <Icon name="down" size={14} />}
      </button>
      {open && (
        <div className={css.panel} id={id}>
          {children(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}
