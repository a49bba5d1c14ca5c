import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWho } from '../../lib/user.ts'
import { ActButton } from '../../ui/ActButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { notify } from '../../ui/toast.ts'
import type { UserRow } from './queries.ts'
import { ReasonDialog } from '../../ui/ReasonDialog.tsx'
import { useClient } from '../../lib/client.ts'

/** Suspends an account and its company from trading, or reinstates them. Operators cannot suspend themselves. */
export function SuspendButton({ user }: { readonly user: UserRow }) {
  const who = useWho()
  if (who.kind === 'user' && who.user.userId === user.userId) return null
  return user.status === 0 ? <Reinstate user={user} /> : <Suspend user={user} />
}

function useChanged() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['desk'] })
}
const nameOf = ({ companyName, name }: UserRow): string => companyName ?? name

function Suspend({ user }: { readonly user: UserRow }) {
  const client = useClient()
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const changed = useChanged()
  const name = nameOf(user)
  const suspend = useMutation({
    mutationFn: (reason: string) => client.calls.send('userSuspend', { body: { userId: user.userId, reason } }),
    onSuccess: async () => {
      setOpen(false)
      notify(client, { tone: 'good', title: t`Trading is suspended for ${name}.` })
      await changed()
    },
  })
  return (
    <>
      <Button variant="line" size="small" aria-label={t`Suspend… ${user.account}`} onClick={() => setOpen(true)}>
        <Trans>Suspend…</Trans>
      </Button>
      {open && (
        <ReasonDialog
          title={t`Suspend ${name}`}
          about={
            user.companyName === null
              ? t`This account can no longer sign up, enter a sale or bid, in open sessions too. It takes effect immediately and can be undone.`
              : t`No one in the company can sign up, enter a sale or bid any more, in open sessions too. It takes effect immediately and can be undone.`
          }
          samples={[t`Did not pay for lots that were won.`, t`At the company’s own wish.`]}
          confirmLabel={t`Suspend`}
          danger
          busy={suspend.isPending}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => suspend.mutate(reason)}
        />
      )}
    </>
  )
}

function Reinstate({ user }: { readonly user: UserRow }) {
  const client = useClient()
  const { t } = useLingui()
  const changed = useChanged()
  const name = nameOf(user)
  const reinstate = useMutation({
    mutationFn: () => client.calls.send('userReinstate', { body: { userId: user.userId } }),
    onSuccess: async () => {
      notify(client, { tone: 'good', title: t`${name} may trade again.` })
      await changed()
    },
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm(client, {
      title: t`Reinstate ${name}?`,
      text: t`Its previous status and its bidding numbers in open sessions are restored.`,
      confirmLabel: t`Reinstate`,
    })
    if (yes) reinstate.mutate()
  }
  return (
    <ActButton
      variant="line"
      size="small"
      busy={reinstate.isPending}
      aria-label={t`Reinstate ${user.account}`}
      onClick={() => void ask()}
    >
      <Trans>Reinstate</Trans>
    </ActButton>
  )
}
