import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { typed as plain } from '../../domain/typed/text.ts'
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
  const words = plain(typed)
  // The address changed by other means: the reader cleared the filters or pressed the back button.
  if (value !== known) {
    setKnown(value)
    if (value !== words) setTyped(value)
  }
  useEffect(() => {
    if (words === value) return
    const timer = setTimeout(() => {
      if (!composing.current) onSearch(words)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, value, onSearch])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(words)
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
