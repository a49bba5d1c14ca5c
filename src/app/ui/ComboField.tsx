// A datalist cannot be given its own matching, nor be styled like the rest of the form.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type KeyboardEvent } from 'react'
import { classes } from './classes.ts'
import { exactly, matching, type ComboOption } from './comboMatch.ts'
import { isComposing } from './composing.ts'
import { describedBy, Frame, type Labelled } from './Field.tsx'
import css from './ComboField.module.css'
import fieldCss from './Field.module.css'
import { Icon } from './Icon.tsx'

interface Props extends Labelled, Pick<InputHTMLAttributes<HTMLInputElement>, 'name' | 'required' | 'autoComplete'> {
  /** Called when the list is opened, because building it may take a while. */
  readonly options: () => readonly ComboOption[]
  /** Key of the chosen option; empty for none. */
  readonly value: string
  /** Label of the chosen option. */
  readonly chosen: string
  readonly onChange: (key: string) => void
  readonly onBlur?: () => void
}

const STEP: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A long list of options, searched by typing. */
export function ComboField({
  options: list,
  value,
  chosen,
  onChange,
  onBlur,
  label,
  hint,
  error,
  className,
  ...input
}: Props) {
  const id = useId()
  const frame = { label, hint, error, ...(className && { className }) }
  /** The typed text; null while the list is closed. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const open = typed !== null
  // Opened without typing, the field shows the whole list, scrolled to the chosen option.
  const shown = typed === null ? [] : typed === chosen ? list() : matching(list(), typed)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [open, active])
  const field = useRef<HTMLInputElement>(null)
  // The text of the chosen option is selected, so that typing starts a new search.
  useEffect(() => {
    if (!open && document.activeElement === field.current) field.current?.select()
  }, [open])

  const show = (): void => {
    if (open) return
    setTyped(chosen)
    setActive(
      Math.max(
        0,
        list().findIndex(({ key }) => key === value),
      ),
    )
  }
  const choose = (option: ComboOption | undefined): void => {
    if (option) onChange(option.key)
    setTyped(null)
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return
    const step = STEP[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (open) setActive((active + step + shown.length) % Math.max(1, shown.length))
      else show()
    } else if (event.key === 'Enter' && open) {
      // Enter chooses from the list and must not submit the form.
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      setTyped(null)
    }
  }
  return (
    <Frame {...frame} id={id}>
      <div className={css.wrap}>
        <input
          {...input}
          id={id}
          ref={field}
          className={fieldCss.control}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && shown.length > 0 ? `${id}-${shown[active]?.key}` : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, frame)}
          spellCheck={false}
          value={typed ?? chosen}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onFocus={({ target }) => target.select()}
          onClick={show}
          onKeyDown={keyed}
          onBlur={() => {
            // A complete name selects its option; an incomplete one restores the previous choice.
            choose(typed === null ? undefined : exactly(list(), typed))
            onBlur?.()
          }}
        />
        <Icon name="down" size={18} />
        {/* A press in the list must not move the focus out of the input before the click. */}
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
        <div
          className={css.list}
          id={`${id}-list`}
          role="listbox"
          aria-labelledby={`${id}-label`}
          hidden={!open}
          ref={box}
          onMouseDown={(event) => event.preventDefault()}
        >
          {open &&
            shown.map((option, at) => (
              // The input has the focus and handles the keys; the list is for eyes and pointers.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={option.key}
                id={`${id}-${option.key}`}
                role="option"
                aria-selected={option.key === value}
                data-active={at === active || undefined}
                className={classes(css.option, at === active && css.active)}
                onClick={() => choose(option)}
              >
                <span>{option.label}</span>
                <span>{option.aside}</span>
              </div>
            ))}
          {open && shown.length === 0 && (
            <div className={css.none} role="option" aria-selected="false" aria-disabled="true">
              <Trans>No match.</Trans>
            </div>
          )}
        </div>
      </div>
    </Frame>
  )
}
