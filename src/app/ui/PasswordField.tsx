import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'beside'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      beside={
        <Button
          variant="quiet"
          icon
          aria-label={t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </Button>
      }
    />
  )
}
