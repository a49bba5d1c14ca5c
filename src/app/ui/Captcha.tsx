import { Trans, useLingui } from '@lingui/react/macro'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import css from './Captcha.module.css'
import { describedBy, Frame } from './Field.tsx'
import field from './Field.module.css'
import { Icon } from './Icon.tsx'
import type { Picture } from './useCaptcha.ts'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  readonly picture: Picture
  readonly error?: ReactNode
}

/** An image code: a press on the picture draws another one. */
export function Captcha({ picture, error, id, ...input }: Props) {
  const { t } = useLingui()
  const made = useId()
  const own = id ?? made
  const frame = {
    label: <Trans>Image code</Trans>,
    hint: <Trans>Type the characters of the picture. If you cannot see it, call customer service; the number is at the foot of the page, and they will set it up with you.</Trans>,
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
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={12}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(own, frame)}
        />
        <button type="button" className={css.picture} aria-busy={picture.state === 'coming'} aria-label={t`Image code; press for another picture`} onClick={picture.renew}>
          <Shown picture={picture} />
          <Icon name="retry" size={18} />
        </button>
      </div>
    </Frame>
  )
}

function Shown({ picture: { img, state } }: { readonly picture: Picture }) {
  if (state === 'failed') return <span className={css.words}><Trans>No picture came. Try again</Trans></span>
  if (img === null) return <span className={css.words}><Trans>Drawing…</Trans></span>
  return <img src={img} alt="" />
}
