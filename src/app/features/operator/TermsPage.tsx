import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { TERM_KINDS, type TermKind } from '../../../contract/lot-fields.ts'
import type { RowOf } from '../../../client/calls/index.ts'
import { useClient } from '../../lib/client.ts'
import { useScreenTitle } from '../../lib/screenTitle.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Field, SelectField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListPage } from '../../ui/table/ListPage.tsx'
import type { TableColumn } from '../../ui/table/Table.tsx'
import { termsQuery } from './queries.ts'
import { termsSearch } from './search.ts'

type Term = RowOf<'termList'>

/** The vocabulary of lots: sellers choose terms from it, and the import of their sheets recognises them. */
export function TermsPage() {
  const { t } = useLingui()
  const { kind = 'species' } = useSearch({ from: '/_signedIn/_centre/desk/terms' })
  const navigate = useNavigate({ from: '/desk/terms' })
  const list = useQuery(termsQuery(kind))
  const [edited, setEdited] = useState<Term | 'new' | null>(null)
  const kinds = useKinds()
  const columns: readonly TableColumn<Term>[] = [
    { key: 'zh', header: t`Chinese`, main: true, body: ({ zh }) => <strong>{zh}</strong> },
    { key: 'en', header: t`English`, body: ({ en }) => en },
    { key: 'code', header: t`Code`, body: ({ code }) => <code>{code}</code> },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (term) => (
        <Button variant="line" size="small" aria-label={t`Rename ${term.en}`} onClick={() => setEdited(term)}>
          <Trans>Rename…</Trans>
        </Button>
      ),
    },
  ]
  return (
    <>
      <ListPage
        title={useScreenTitle('DeskTerms')}
        sub={<Trans>Sellers describe their lots with these. A new name stands in every catalogue at once.</Trans>}
        list={list}
        dataKey="code"
        columns={columns}
        search={{}}
        onTurn={() => undefined}
        actions={
          <Button onClick={() => setEdited('new')}>
            <Icon name="plus" size={18} />
            <Trans>New term</Trans>
          </Button>
        }
        filters={
          <search>
            <SelectField
              label={<Trans>Kind of term</Trans>}
              value={kind}
              onChange={({ target }) => void navigate({ search: termsSearch({ kind: target.value }), replace: true })}
            >
              {TERM_KINDS.map((one) => (
                <option key={one} value={one}>
                  {kinds[one]}
                </option>
              ))}
            </SelectField>
          </search>
        }
        empty={<Empty title={<Trans>There is no term of this kind yet.</Trans>} />}
      />
      {edited !== null && (
        <TermDialog
          kind={kind}
          kindName={kinds[kind]}
          term={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function useKinds(): Readonly<Record<TermKind, string>> {
  const { t } = useLingui()
  return {
    species: t`Tree species`,
    origin: t`Origin`,
    grade: t`Grade`,
    category: t`Category`,
    tradeArea: t`Trade area`,
    tradeMode: t`Trade mode`,
    paymentTerms: t`Payment terms`,
    deliveryPlace: t`Place of delivery`,
    port: t`Port`,
  }
}

interface DialogProps {
  readonly kind: TermKind
  readonly kindName: string
  /** `null`: the dialog makes a new term. */
  readonly term: Term | null
  readonly onClose: () => void
}

function TermDialog({ kind, kindName, term, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const form = useId()
  const queries = useQueryClient()
  const [value, setValue] = useState({ code: term?.code ?? '', zh: term?.zh ?? '', en: term?.en ?? '' })
  const [tried, setTried] = useState(false)
  const set = (part: Partial<typeof value>): void => setValue({ ...value, ...part })
  const codeWrong = !/^[A-Za-z0-9][\w-]{0,39}$/.test(value.code)
  const save = useMutation({
    mutationFn: () =>
      client.calls.send('termSave', {
        body: { kind, ...value, was: term === null ? null : { zh: term.zh, en: term.en } },
      }),
    // Refetched also after a refusal: another operator may have renamed the term.
    onSettled: () => queries.invalidateQueries({ queryKey: ['terms'] }),
    onSuccess: onClose,
  })
  const missing = (text: string) => (tried && text.trim() === '' ? t`Required.` : undefined)
  return (
    <Dialog
      title={term === null ? <Trans>New term: {kindName}</Trans> : <Trans>Rename: {kindName}</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton type="submit" form={form} busy={save.isPending}>
            <Trans>Save</Trans>
          </ActButton>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!codeWrong && value.zh.trim() !== '' && value.en.trim() !== '') save.mutate()
        }}
      >
        <Field
          label={<Trans>Code</Trans>}
          name="code"
          required
          readOnly={term !== null}
          value={value.code}
          error={tried && codeWrong ? t`Letters and digits, “-” and “_”, at most 40.` : undefined}
          hint={<Trans>Stands in sheets and never changes.</Trans>}
          onChange={({ target }) => set({ code: target.value })}
        />
        <Field
          label={<Trans>Name in Chinese</Trans>}
          name="zh"
          required
          maxLength={80}
          value={value.zh}
          error={missing(value.zh)}
          onChange={({ target }) => set({ zh: target.value })}
        />
        <Field
          label={<Trans>Name in English</Trans>}
          name="en"
          required
          maxLength={80}
          value={value.en}
          error={missing(value.en)}
          onChange={({ target }) => set({ en: target.value })}
        />
      </form>
    </Dialog>
  )
}
