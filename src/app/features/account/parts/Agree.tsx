import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { Form } from '../../../lib/form/useForm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import css from './Flow.module.css'

/** Consent to the terms, which open beside the form so that nothing typed is lost. */
export function Agree({ form }: { readonly form: Form<{ readonly agreed: boolean }> }) {
  const id = useId()
  const error = form.errorOf('agreed')
  return (
    <div className={css.agree}>
      <input
        type="checkbox"
        id={id}
        name="agreed"
        checked={form.value.agreed}
        required
        // Said outright: a browser calls a required box invalid until it is ticked.
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => form.set({ agreed: target.checked })}
        onBlur={() => form.leave('agreed')}
      />
      <label htmlFor={id}>
        <Trans>
          I have read the{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            privacy policy
          </a>{' '}
          and the{' '}
          <a href="/service" target="_blank" rel="noopener">
            user service agreement
          </a>
          , and agree to them.
        </Trans>
      </label>
      {error === undefined ? null : (
        <p id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
