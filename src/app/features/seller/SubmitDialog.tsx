import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useClient } from '../../lib/client.ts'
import { formatZoned, groupThousands } from '../../lib/format/index.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { ReadProblem } from '../../ui/read/index.ts'
import { Skeleton, SkeletonLine } from '../../ui/Skeleton.tsx'
import { lotsKey, sessionsQuery } from './queries.ts'

interface Props {
  /** `null`: every draft is submitted. */
  readonly ids: readonly string[] | null
  readonly onClose: () => void
  readonly onSubmitted: (count: number) => void
}

/** Asks for the session to submit lots to; the operator then accepts or returns each lot. */
export function SubmitDialog({ ids, onClose, onSubmitted }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const form = useId()
  const queries = useQueryClient()
  const sessions = useQuery(sessionsQuery)
  const [asked, setAsked] = useState('')
  const rows = sessions.data?.rows ?? []
  const chosen = rows.find(({ scheduleTimelineId }) => scheduleTimelineId === asked) ?? rows[0]
  const submit = useMutation({
    mutationFn: (scheduleTimelineId: string) =>
      client.calls.send('lotDraftSubmit', {
        body: { lotDraftIds: ids === null ? null : [...ids], scheduleTimelineId },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: lotsKey }),
    onSuccess: ({ submitted }) => onSubmitted(submitted),
  })
  const count = ids?.length ?? 0
  return (
    <Dialog
      title={
        ids === null ? (
          <Trans>Submit all drafts</Trans>
        ) : (
          <Plural value={count} one="Submit one lot" other={`Submit ${groupThousands(count)} lots`} />
        )
      }
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton type="submit" form={form} busy={submit.isPending} disabled={chosen === undefined}>
            <Trans>Submit</Trans>
          </ActButton>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen) submit.mutate(chosen.scheduleTimelineId)
        }}
      >
        {sessions.isError ? (
          <ReadProblem read={sessions} />
        ) : sessions.data === undefined ? (
          <Skeleton>
            <SkeletonLine block height="64px" />
          </Skeleton>
        ) : chosen === undefined ? (
          <p>
            <Trans>No session takes lots at the moment. Your drafts stay as they are.</Trans>
          </p>
        ) : (
          <>
            <SelectField
              label={<Trans>Session</Trans>}
              value={chosen.scheduleTimelineId}
              onChange={({ target }) => setAsked(target.value)}
              hint={<Policy policy={chosen.reservePolicy} />}
            >
              {rows.map(({ scheduleTimelineId, name, startTime, state }) => (
                <option key={scheduleTimelineId} value={scheduleTimelineId}>
                  {state === 1
                    ? t`${name}, ${formatZoned(startTime, client.locale)}`
                    : t`${name}, ${formatZoned(startTime, client.locale)} (published)`}
                </option>
              ))}
            </SelectField>
            <p>
              {chosen.state === 1 ? (
                <Trans>
                  The operator accepts each lot or returns it with a remark. Until it is accepted you can take it back;
                  once the session is published, its lots are fixed.
                </Trans>
              ) : (
                <Trans>
                  This session is published. The operator accepts each lot or returns it with a remark; its host adds
                  accepted lots in the room, before the first round. What was not added by then comes back to you.
                </Trans>
              )}
            </p>
          </>
        )}
      </form>
    </Dialog>
  )
}

function Policy({ policy }: { readonly policy: 'allowed' | 'required' | 'none' }) {
  switch (policy) {
    case 'required':
      return <Trans>Every lot of this session needs a reserve.</Trans>
    case 'none':
      return <Trans>This session is held without reserves.</Trans>
    case 'allowed':
      return <Trans>Lots may have a reserve, or none.</Trans>
  }
}
