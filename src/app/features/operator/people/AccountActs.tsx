import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { Allowed } from '../../../lib/permissions.ts'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { notify } from '../../../ui/toast.ts'
import type { UserRow } from '../queries.ts'
import { SuspendButton } from '../SuspendButton.tsx'
import { RolesDialog } from './RolesDialog.tsx'

/** What an operator does about an account, as far as its permissions go. */
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
      {open && <RolesDialog user={user} onClose={() => setOpen(false)} />}
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
    <Button
      variant="quiet"
      size="small"
      busy={end.isPending}
      aria-label={t`Sign out ${account}`}
      onClick={() => void ask()}
    >
      <Trans>Sign out…</Trans>
    </Button>
  )
}
