import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { useWho } from '../../../lib/user.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { notify } from '../../../ui/toast.ts'
import type { UserRow } from '../queries.ts'
import { SuspendButton } from '../SuspendButton.tsx'
import { RolesDialog } from './RolesDialog.tsx'

/** Actions on an account that the operator's permissions allow. */
export function AccountActs({ user }: { readonly user: UserRow }) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Allowed permissions={['user:role:edit']}>
        <Button variant="line" size="small" aria-label={t`Roles of ${user.account}`} onClick={() => setOpen(true)}>
          <Trans>Roles…</Trans>
        </Button>
      </Allowed>
      <Allowed permissions={['user:account:suspend']}>
        <SignOutButton user={user} />
        <SuspendButton user={user} />
      </Allowed>
      <Allowed permissions={['user:account:erase']}>
        <EraseButton user={user} />
      </Allowed>
      {open && <RolesDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Erases an account, of which only the number remains. Operators cannot erase themselves. */
function EraseButton({ user: { userId, name, account } }: { readonly user: UserRow }) {
  const client = useClient()
  const queries = useQueryClient()
  const who = useWho()
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const erase = useMutation({
    mutationFn: (reason: string) => client.calls.send('userErase', { body: { userId, reason } }),
    onSuccess: async () => {
      setOpen(false)
      notify(client, { tone: 'good', title: t`The personal data of ${account} are erased.` })
      await queries.invalidateQueries({ queryKey: ['desk'] })
    },
  })
  if (name === '' || (who.kind === 'user' && who.user.userId === userId)) return null
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={t`Erase personal data of ${account}`}
        onClick={() => setOpen(true)}
      >
        <Trans>Erase…</Trans>
      </Button>
      {open && (
        <ReasonDialog
          title={t`Erase the personal data of ${name}`}
          about={t`Name, contacts, sign-ins and second factors are erased for good, and the account can never be used again. What the company traded and signed stays on record.`}
          samples={[t`At the person’s own wish.`, t`The person has left the company.`]}
          confirmLabel={t`Erase for good`}
          danger
          busy={erase.isPending}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => erase.mutate(reason)}
        />
      )}
    </>
  )
}

function SignOutButton({ user: { userId, name, account } }: { readonly user: UserRow }) {
  const client = useClient()
  const { t } = useLingui()
  const end = useMutation({
    mutationFn: () => client.calls.send('userSignOut', { body: { userId } }),
    onSuccess: () => notify(client, { tone: 'good', title: t`${name} is signed out everywhere.` }),
  })
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Sign ${name} out everywhere?`,
      text: t`All sign-ins of the account end, in sessions too. It can sign in again.`,
      confirmLabel: t`Sign out everywhere`,
    })
    if (yes) end.mutate()
  }
  return (
    <ActButton
      variant="quiet"
      size="small"
      busy={end.isPending}
      aria-label={t`Sign out ${account}`}
      onClick={() => void ask()}
    >
      <Trans>Sign out…</Trans>
    </ActButton>
  )
}
