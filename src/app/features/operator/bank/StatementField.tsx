import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { describeError } from '../../../../client/calls/describe.ts'
import { useClient } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { classes } from '../../../ui/classes.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { LimitBelow } from '../sales/LimitBelow.tsx'
import css from './BankPage.module.css'
import { BANK_KEY, type BankResult } from './queries.ts'
import { statementBody } from './statementBody.ts'

/** Takes a bank's file, chosen or dropped, and says what became of its entries. */
export function StatementField() {
  const client = useClient()
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const read = useMutation({
    meta: { quiet: true },
    mutationFn: async (file: File) => {
      const body = await statementBody(file)
      return body && { name: file.name, result: await client.calls.send('bankFileRead', { body }) }
    },
    // Without an answer the file may have been read all the same; read again, it adds nothing.
    onSettled: () => queries.invalidateQueries({ queryKey: BANK_KEY }),
  })
  const take = (files: FileList | null): void => {
    const file = files?.[0]
    if (file && !read.isPending) read.mutate(file)
  }
  return (
    <>
      <section
        className={classes(css.drop, isOver && css.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
      >
        <input
          ref={input}
          type="file"
          hidden
          accept=".xml,.camt,.053"
          data-testid="bank-statement"
          onChange={({ target }) => {
            take(target.files)
            target.value = ''
          }}
        />
        <ActButton busy={read.isPending} working={<Trans>Reading…</Trans>} onClick={() => input.current?.click()}>
          <Icon name="doc" size={18} />
          <Trans>Choose a bank file</Trans>
        </ActButton>
        <p className={css.about}>
          <Trans>
            Or drop it here: a statement in the format camt.053, up to 5 MB. The same file read again adds nothing.
          </Trans>
        </p>
      </section>
      {read.error && <ProblemLine problem={describeError(read.error, i18n)} />}
      {read.data === null && (
        <p role="alert">
          <Trans>The file is larger than 5 MB. Please export fewer days.</Trans>
        </p>
      )}
      {read.data && <Result name={read.data.name} result={read.data.result} />}
    </>
  )
}

/** What became of a file's entries, in plain words. */
function Result({ name, result }: { readonly name: string; readonly result: BankResult }) {
  const { recorded, waiting, reversed, known, leftOut, below } = result
  const { pending, out, currency, unreadable } = leftOut
  const lines: readonly (readonly [number, (many: string) => ReactNode])[] = [
    [recorded, (many) => <Plural value={recorded} one="One entry recorded" other={`${many} entries recorded`} />],
    [
      reversed,
      (many) => (
        <Plural
          value={reversed}
          one="One reversal: its entry is taken back"
          other={`${many} reversals: their entries are taken back`}
        />
      ),
    ],
    [
      waiting,
      (many) => (
        <Plural value={waiting} one="One entry waits for you below" other={`${many} entries wait for you below`} />
      ),
    ],
    [
      known,
      (many) => <Plural value={known} one="One entry was read before" other={`${many} entries were read before`} />,
    ],
    [
      pending,
      (many) => (
        <Plural value={pending} one="One left out: not booked yet" other={`${many} left out: not booked yet`} />
      ),
    ],
    [
      out,
      (many) => (
        <Plural value={out} one="One left out: money that leaves" other={`${many} left out: money that leaves`} />
      ),
    ],
    [
      currency,
      (many) => (
        <Plural
          value={currency}
          one="One left out: in a currency that is not traded"
          other={`${many} left out: in currencies that are not traded`}
        />
      ),
    ],
    [
      unreadable,
      (many) => (
        <Plural
          value={unreadable}
          one="One left out: its amount or day cannot be read"
          other={`${many} left out: their amounts or days cannot be read`}
        />
      ),
    ],
  ]
  return (
    <section className={css.result} aria-live="polite">
      <h2>
        <Trans>Read: {name}</Trans>
      </h2>
      <ul>{lines.map(([count, said], at) => count > 0 && <li key={at}>{said(groupThousands(count))}</li>)}</ul>
      {below.map(({ companyName, saleName, limits }, at) => (
        <LimitBelow key={at} companyName={companyName} saleName={saleName} below={limits} />
      ))}
    </section>
  )
}
