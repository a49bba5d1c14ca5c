import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import css from './DemoCode.module.css'

interface Props {
  readonly code: string
  readonly by: 'phone' | 'email'
  readonly onTake: () => void
}

/** The demo world sends no messages, so the code appears on the screen, marked as a demo. */
export function DemoCode({ code, by, onTake }: Props) {
  return (
    <div className={css.box}>
      <p>
        {by === 'phone' ? (
          <Trans>Demo: the code would have been sent by SMS. It is</Trans>
        ) : (
          <Trans>Demo: the code would have been sent by email. It is</Trans>
        )}{' '}
        <strong>{code}</strong>
      </p>
      <Button variant="line" size="small" onClick={onTake}>
        <Trans>Fill in</Trans>
      </Button>
    </div>
  )
}
