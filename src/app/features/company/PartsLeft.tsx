import { Trans, useLingui } from '@lingui/react/macro'
import type { Form } from '../../lib/form/useForm.ts'
import { classes } from '../../ui/classes.ts'
import { COMPANY_PARTS, type CompanyValues } from '../../ui/company/labels.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './PartsLeft.module.css'

/** Progress: the sections in order, whether each is complete, and a link to each. */
export function PartsLeft({ form }: { readonly form: Form<CompanyValues> }) {
  const { t, i18n } = useLingui()
  const parts = COMPANY_PARTS.map(({ key, title, fields }) => ({
    key,
    title: i18n._(title),
    done: fields.every((field) => form.value[field].trim() !== '' && form.errorOf(field) === undefined),
  }))
  const done = parts.filter((part) => part.done).length
  return (
    <nav className={css.left} aria-label={t`Form sections`}>
      <ol>
        {parts.map(({ key, title, done: filled }) => (
          <li key={key} className={classes(filled && css.done)}>
            <a href={`#part-${key}`}>
              <span className={css.knot}>{filled && <Icon name="check" size={14} />}</span>
              {title}
              {filled && (
                <span className="visually-hidden">
                  <Trans>(filled in)</Trans>
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
      <p>
        <Trans>
          {done} of {parts.length} sections complete
        </Trans>
      </p>
    </nav>
  )
}
