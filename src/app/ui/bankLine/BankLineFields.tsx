import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { LINE_MOST, type LineKind, type TypedLine } from '../../lib/form/bankLine.ts'
import type { Form } from '../../lib/form/useForm.ts'
import css from './BankLineFields.module.css'
import { Field } from '../Field.tsx'
import { Icon } from '../Icon.tsx'

interface Props {
  readonly form: Pick<Form<TypedLine>, 'value' | 'field'>
  readonly kind: LineKind
  /** The server refused this line as recorded already: number and reason are asked for. */
  readonly refused: boolean
}

/** Fields that tell lines of a bank statement apart: folded away until one is filled in or needed. */
export function BankLineFields({ form, kind, refused }: Props) {
  const account = kind === 'in'
  const entry = (account || kind === 'out') && !refused
  return (
    <>
      {refused && kind !== null && (
        <div className={css.told}>
          <p className={css.about}>
            <Trans>If the bank shows two such lines, tell them apart here and record again.</Trans>
          </p>
          <div className={css.pair}>
            <BankEntry form={form} />
            <Field
              label={<Trans>Why this is another line</Trans>}
              hint={<Trans>Needed if the first line was recorded without the bank’s number.</Trans>}
              autoComplete="off"
              maxLength={LINE_MOST.another}
              {...form.field('another')}
            />
          </div>
        </div>
      )}
      {(account || entry) && <More key={String(entry)} form={form} account={account} entry={entry} />}
    </>
  )
}

interface MoreProps extends Pick<Props, 'form'> {
  readonly account: boolean
  readonly entry: boolean
}

function More({ form, account, entry }: MoreProps) {
  const { payerAccount, bankEntry } = form.value
  const [opened, setOpened] = useState(false)
  const isFilled = (account && payerAccount !== '') || (entry && bankEntry !== '')
  return (
    <details
      className={css.more}
      open={opened || isFilled}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <Icon name="down" size={16} />
        {account ? (
          entry ? (
            <Trans>Payer’s account, bank’s entry number (optional)</Trans>
          ) : (
            <Trans>Payer’s account (optional)</Trans>
          )
        ) : (
          <Trans>Bank’s entry number (optional)</Trans>
        )}
      </summary>
      <div className={css.pair}>
        {account && (
          <Field
            label={<Trans>Payer’s account</Trans>}
            autoComplete="off"
            maxLength={LINE_MOST.payerAccount}
            {...form.field('payerAccount')}
          />
        )}
        {entry && <BankEntry form={form} />}
      </div>
    </details>
  )
}

const BankEntry = ({ form }: Pick<Props, 'form'>) => (
  <Field
    label={<Trans>Bank’s entry number</Trans>}
    hint={<Trans>The number that the statement gives to this line.</Trans>}
    autoComplete="off"
    maxLength={LINE_MOST.bankEntry}
    {...form.field('bankEntry')}
  />
)
