import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import css from './SearchField.module.css'

/** Pause in typing before the search starts: long enough to compose a whole Chinese word. */
const PAUSE_MS = 500

interface Props {
  readonly value: string
  /** Names the searchable fields. */
  readonly placeholder: string
  /** Hides the label: the placeholder names the field. */
  readonly bare?: boolean
  readonly onSearch: (keyword: string) => void
}

/** Searches after a pause in typing, or at once on Enter. While a word is being composed nothing is sent. */
export function SearchField({ value, placeholder, bare = false, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const composing = useRef(false)
  // The address changed by other means: the reader cleared the filters or pressed the back button.
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      if (!composing.current) onSearch(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, onSearch])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(typed)
  }
  return (
    <form className={css.search} onSubmit={submit}>
      <span className={css.glass}>
        <Icon name="search" />
      </span>
      <Field
        label={
          <span className={bare ? 'visually-hidden' : undefined}>
            <Trans>Search</Trans>
          </span>
        }
        type="search"
        enterKeyHint="search"
        placeholder={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          setTyped(`${event.currentTarget.value}`)
        }}
      />
    </form>
  )
}
