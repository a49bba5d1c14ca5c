import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import css from './Captcha.module.css'
import { settingsQuery } from '../lib/settings.ts'
import { describedBy, Frame } from './Field.tsx'
import field from './Field.module.css'
import { Icon } from './Icon.tsx'
import type { Picture } from './useCaptcha.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  readonly picture: Picture
  readonly error?: ReactNode
}

/** An image code; a press on the picture fetches another one. */
export function Captcha({ picture, error, id, ...input }: Props) {
  const made = useId()
  const own = id ?? made
  const frame = {
    label: <Trans>Image code</Trans>,
    hint: <WayOut />,
    error,
  }
  return (
    <Frame {...frame} id={own}>
      <div className={css.row}>
        <input
          {...input}
          id={own}
          className={field.control}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={12}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, frame)}
        />
        <button type="button" className={css.picture} aria-busy={picture.state === 'coming'} onClick={picture.renew}>
          <span className="visually-hidden">
            <Trans>Image code; press for another picture</Trans>
          </span>
          <Shown picture={picture} />
          <Icon name="retry" size={18} />
        </button>
      </div>
    </Frame>
  )
}

/** The alternative for people who cannot see or read the picture: the operator's phone number. */
function WayOut() {
  const { data } = useQuery(settingsQuery)
  const phone = data?.phone ?? ''
  return phone === '' ? (
    <Trans>Type what the picture shows. Can’t read it? Take another one, or call customer service.</Trans>
  ) : (
    <Trans>
      Type what the picture shows. Can’t read it? Take another one, or call customer service:{' '}
      <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>
    </Trans>
  )
}

function Shown({ picture: { img, state } }: { readonly picture: Picture }) {
  if (state === 'failed')
    return (
      <span className={css.words}>
        <Trans>The image did not load. Try again</Trans>
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
