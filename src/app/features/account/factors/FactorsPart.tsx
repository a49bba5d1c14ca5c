import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '../../../../client/calls/index.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { Mark } from '../../../ui/Mark.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { withSecondFactor } from '../../../ui/secondFactor.ts'
import part from '../person/PersonPart.module.css'
import { AddAuthenticator } from './AddAuthenticator.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import css from './Factors.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { clientOf, useClient } from '../../../lib/client.ts'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('factorInfo', {}, { signal }),
  meta: { fleeting: true },
})

/** The role needs a second factor, and the account has none. */
export const isFactorMissing = ({ required, authenticatorSince, passkeys }: AnswerOf<'factorInfo'>): boolean =>
  required && authenticatorSince === null && passkeys.length === 0

/** Passkeys, the authenticator app and recovery codes of the reader's own account. */
export function FactorsPart() {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const read = useQuery(factorsQuery)
  const [adding, setAdding] = useState<'passkey' | 'authenticator' | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const changed = async (fresh: readonly string[] = []): Promise<void> => {
    setAdding(null)
    if (fresh.length > 0) setCodes(fresh)
    await queries.invalidateQueries({ queryKey: factorsQuery.queryKey })
  }
  const act = useMutation({
    mutationFn: (work: (second?: string) => Promise<readonly string[]>) => withSecondFactor(client, work),
    onSuccess: changed,
  })
  const remove = (passkeyId: string): void =>
    act.mutate(async (second) => {
      await client.calls.send('passkeyRemove', { body: { passkeyId } }, { second })
      return []
    })
  const { data } = read
  if (data === undefined) return read.isError ? <ReadProblem read={read} /> : null
  const missing = isFactorMissing(data)
  return (
    <section className={part.part}>
      <header>
        <h2>
          <Trans>Second factor</Trans>
        </h2>
        <p>
          {missing ? (
            <Trans>Your role needs one: until it is set up, nothing else can be done with this account.</Trans>
          ) : (
            <Trans>Asked for when you log in and before you sign.</Trans>
          )}
        </p>
      </header>
      <ul className={css.list}>
        {data.passkeys.map(({ passkeyId, name, createdAt }) => (
          <li key={passkeyId}>
            <Mark tone="good" icon="check">
              {name}
            </Mark>
            <span>
              <Trans>Passkey, added {formatMoment(createdAt, client.locale)}</Trans>
            </span>
            <OnlineButton
              variant="line"
              size="small"
              aria-label={t`Remove the passkey ${name}`}
              onClick={() => remove(passkeyId)}
            >
              <Trans>Remove</Trans>
            </OnlineButton>
          </li>
        ))}
        {data.authenticatorSince !== null && (
          <li>
            <Mark tone="good" icon="check">
              <Trans>Authenticator app</Trans>
            </Mark>
            <span>
              <Trans>Set up {formatMoment(data.authenticatorSince, client.locale)}</Trans>
            </span>
            <OnlineButton
              variant="line"
              size="small"
              aria-label={t`Remove the authenticator app`}
              onClick={() =>
                act.mutate(async (second) => {
                  await client.calls.send('authenticatorRemove', {}, { second })
                  return []
                })
              }
            >
              <Trans>Remove</Trans>
            </OnlineButton>
          </li>
        )}
      </ul>
      <div className={css.acts}>
        <OnlineButton variant="line" onClick={() => setAdding('passkey')}>
          <Trans>Add a passkey</Trans>
        </OnlineButton>
        {data.authenticatorSince === null && (
          <OnlineButton variant="line" onClick={() => setAdding('authenticator')}>
            <Trans>Set up an authenticator app</Trans>
          </OnlineButton>
        )}
        {(data.authenticatorSince !== null || data.passkeys.length > 0) && (
          <OnlineButton
            variant="quiet"
            onClick={() =>
              act.mutate(
                async (second) => (await client.calls.send('recoveryCodesRenew', {}, { second })).recoveryCodes,
              )
            }
          >
            <Trans>New recovery codes ({data.recoveryCodesLeft} left)</Trans>
          </OnlineButton>
        )}
      </div>
      {adding === 'passkey' && <AddPasskey onDone={changed} onClose={() => setAdding(null)} />}
      {adding === 'authenticator' && <AddAuthenticator onDone={changed} onClose={() => setAdding(null)} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
    </section>
  )
}
