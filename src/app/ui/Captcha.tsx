import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useRef, type InputHTMLAttributes, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import css from './Captcha.module.css'
import { settingsQuery } from '../lib/settings.ts'
import { useWrittenQuery } from '../lib/useWrittenQuery.ts'
import { describedBy, Frame } from './Field.tsx'
import field from './Field.module.css'
import { Icon } from './Icon.tsx'
import type { Picture } from './useCaptcha.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  readonly picture: Picture
  readonly error?: ReactNode
}

/** An image code, or a question in its place; a press on it fetches another one. */
export function Captcha({ picture, error, id, ...input }: Props) {
  const made = useId()
  const own = id ?? made
  const { box, asked } = useFocusOnNext(picture)
  const change = (): void => {
    asked()
    picture.change()
  }
  const renew = (): void => {
    if (picture.asks) asked()
    picture.renew()
  }
  const frame = {
    label: picture.asks ? (picture.question ?? <Trans>Loading…</Trans>) : <Trans>Image code</Trans>,
    hint: <WayOut picture={picture} onChange={change} />,
    error,
  }
  return (
    <Frame {...frame} id={own}>
      <div className={css.row}>
        <input
          {...input}
          ref={box}
          id={own}
          className={field.control}
          autoComplete="off"
          autoCapitalize="characters"
          inputMode={picture.asks ? 'numeric' : 'text'}
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, frame)}
        />
        <button
          type="button"
          className={classes(css.picture, picture.asks && css.question)}
          aria-busy={picture.state === 'coming'}
          onClick={renew}
        >
          {!picture.asks && (
            <span className="visually-hidden">
              <Trans>Image code; press for another picture</Trans>
            </span>
          )}
          <Shown picture={picture} />
          <Icon name="retry" size={18} />
        </button>
      </div>
    </Frame>
  )
}

/**
 * After `asked` the field takes the focus once it has another picture or question: its label is the question, which
 * nothing else says to a screen reader.
 */
function useFocusOnNext({ uuid, state }: Picture) {
  const box = useRef<HTMLInputElement>(null)
  /** The picture or question whose place another one takes. */
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (before.current === null || state !== 'here' || before.current === uuid) return
    before.current = null
    box.current?.focus()
  }, [uuid, state])
  const asked = (): void => {
    before.current = uuid
  }
  return { box, asked }
}

/** The alternatives for people who cannot see or read the picture: a question in words, and the operator's phone number. */
function WayOut({ picture, onChange }: { readonly picture: Picture; readonly onChange: () => void }) {
  const { data } = useWrittenQuery(settingsQuery)
  const phone = data?.phone ?? ''
  const change = (
    <Button variant="quiet" size="small" onClick={onChange}>
      {picture.asks ? <Trans>Show a picture instead</Trans> : <Trans>Answer a question instead</Trans>}
    </Button>
  )
  return (
    <>
      {!picture.asks && <Trans>Type what the picture shows. Can’t read it?</Trans>} {change}
      {phone !== '' && (
        <>
          {' · '}
          <Trans>
            Customer service: <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
          </Trans>
        </>
      )}
    </>
  )
}

function Shown({ picture: { img, asks, state } }: { readonly picture: Picture }) {
  if (state === 'failed')
    return (
      <span className={css.words}>
        <Trans>It did not load. Try again</Trans>
      </span>
    )
  if (asks)
    return (
      <span className={css.words}>
        <Trans>Another question</Trans>
      </span>
    )
  if (img === null)
    return (
      <span className={css.words}>
        <Trans>Drawing…</Trans>
      </span>
    )
  return <img src={img} alt="" />
}
