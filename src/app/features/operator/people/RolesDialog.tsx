import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/client.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { ReadProblem } from '../../../ui/read/index.ts'
import { SkeletonLine, Skeleton } from '../../../ui/Skeleton.tsx'
import { notify } from '../../../ui/toast.ts'
import { isConflict } from '../../../lib/form/versioned.ts'
import type { UserRow } from '../queries.ts'
import { rolesQuery } from './queries.ts'
import css from './People.module.css'

interface Props {
  readonly user: UserRow
  readonly onClose: () => void
}

/** The roles of an account. */
export function RolesDialog({ user, onClose }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const list = useQuery(rolesQuery)
  const [roles, setRoles] = useState<readonly string[]>(user.roles)
  const [changed, setChanged] = useState(false)
  const takes = user.roles.some((code) => !roles.includes(code))
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () =>
      client.calls.send('userRolesSave', { body: { userId: user.userId, roles: [...roles], was: [...user.roles] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
    onSuccess: () => {
      notify(client, { tone: 'good', title: t`The roles of ${user.name} are saved.` })
      onClose()
    },
    onError: (error) => (isConflict(error) ? setChanged(true) : notifyError(client, error)),
  })
  return (
    <Dialog
      title={<Trans>Roles of {user.name}</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton busy={save.isPending} disabled={changed || !list.data} onClick={() => save.mutate()}>
            <Trans>Save</Trans>
          </ActButton>
        </>
      }
    >
      <div className={css.form}>
        {changed && (
          <p role="alert" className={css.changed}>
            <Trans>
              Another operator changed these roles meanwhile. Nothing was overwritten. Close this window and open it
              again to see them as they are now.
            </Trans>
          </p>
        )}
        {list.data ? (
          <fieldset className={css.choices}>
            <legend className="visually-hidden">
              <Trans>Roles</Trans>
            </legend>
            {list.data.rows.map(({ code, nameZh, nameEn, grantable }) => (
              <label key={code}>
                <input
                  type="checkbox"
                  checked={roles.includes(code)}
                  // oxlint-disable-next-line react/forbid-dom-props -- as long as the dialog is open: not the operator's to give
                  disabled={!grantable}
                  onChange={({ target }) =>
                    setRoles(target.checked ? [...roles, code] : roles.filter((one) => one !== code))
                  }
                />
                {client.locale === 'zh' ? nameZh : nameEn}
              </label>
            ))}
          </fieldset>
        ) : list.isError ? (
          <ReadProblem read={list} />
        ) : (
          <Skeleton>
            <SkeletonLine block height="120px" />
          </Skeleton>
        )}
        {takes && (
          <p>
            <Trans>A role is taken: all sign-ins of this account end.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
