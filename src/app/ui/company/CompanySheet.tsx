import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { countryName } from '../../lib/countries.ts'
import { classes } from '../classes.ts'
import css from './CompanySheet.module.css'
import { COMPANY_LABEL, COMPANY_PARTS, type CompanyKey, type CompanyValues } from './labels.ts'
import type { Client } from '../../../client/client.ts'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly form: CompanyValues
  /** A warning about the value, shown beside it. */
  readonly noteOf?: (key: CompanyKey) => ReactNode
  /** Level of the headings of the sections. */
  readonly level?: 2 | 3
}

/** A company's details, for reading and comparing. The surrounding page shows the documents. */
export function CompanySheet({ form, noteOf, level = 3 }: Props) {
  const client = useClient()
  const { i18n } = useLingui()
  const Heading = `h${level}` as const
  return (
    <div className={css.sheet}>
      {COMPANY_PARTS.filter(({ key }) => key !== 'licence').map(({ key, title, fields }) => (
        <section key={key} className={css.part}>
          <Heading>{i18n._(title)}</Heading>
          <dl>
            {fields.map((field) => {
              const note = noteOf?.(field)
              return (
                <div key={field} className={classes(css.row, Boolean(note) && css.noted)}>
                  <dt>{i18n._(COMPANY_LABEL[field])}</dt>
                  <dd className={classes(FIGURES.has(field) && css.figures)}>
                    {shown(client, field, form)}
                    {note}
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}

/** Fields that the operator compares digit by digit. */
const FIGURES: ReadonlySet<CompanyKey> = new Set(['creditCode', 'bankAccount', 'phone', 'legalPersonPhone', 'zipCode'])

function shown(client: Client, field: CompanyKey, form: CompanyValues): string {
  if (field === 'country') return countryName(client, form.country)
  if (field === 'bankAccount') return inFours(form.bankAccount)
  return form[field]
}

const inFours = (account: string): string => account.replaceAll(/(.{4})(?=.)/g, '$1 ')
