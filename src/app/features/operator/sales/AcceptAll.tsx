import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { groupThousands } from '../../../lib/format/index.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { notify } from '../../../ui/toast.ts'
import { checkQuery } from './queries.ts'

/** Accepts all waiting lots, some hundreds per request. Lots that sellers submit meanwhile keep waiting. */
export function AcceptAll({ id }: { readonly id: string }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const check = useQuery(checkQuery(id))
  const [done, setDone] = useState(0)
  const waiting = check.data?.missing.find(({ code }) => code === 'lots_waiting')?.count ?? 0
  const accept = useMutation({
    mutationFn: async (seenUntil: string) => {
      let [total, more] = [0, true]
      while (more) {
        const { accepted } = await client.calls.send('lotAccept', { body: { scheduleTimelineId: id, seenUntil } })
        total += accepted
        more = accepted > 0
        setDone(total)
      }
      return total
    },
    onSuccess: (total) => {
      const many = groupThousands(total)
      notify(client, {
        tone: 'good',
        title: t`${plural(total, { one: 'Accepted: one lot.', other: `Accepted: ${many} lots.` })}`,
      })
    },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['desk', 'sale', id] })
      setDone(0)
    },
  })
  if (waiting === 0 && !accept.isPending) return null
  const many = groupThousands(waiting)
  const ask = async (): Promise<void> => {
    const seenUntil = new Date(client.time.now()).toISOString()
    const yes = await confirm(client, {
      title: t`${plural(waiting, { one: 'Accept the lot that waits?', other: `Accept all ${many} lots that wait?` })}`,
      text: t`They go to the end of the catalogue, in the order in which they were submitted. You can still return or move each of them until the sale is published.`,
      confirmLabel: t`Accept all`,
    })
    if (yes) accept.mutate(seenUntil)
  }
  const going = groupThousands(done)
  return (
    <ActButton variant="line" size="small" busy={accept.isPending} onClick={() => void ask()}>
      {done > 0 ? (
        <Trans>{going} accepted…</Trans>
      ) : (
        <Plural value={waiting} one="Accept the lot that waits…" other={`Accept all ${many} that wait…`} />
      )}
    </ActButton>
  )
}
