import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import { useClient } from '../../../lib/client.ts'
import { hasPermission } from '../../../lib/permissions.ts'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import { useWho } from '../../../lib/user.ts'
import { ActButton } from '../../../ui/ActButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import { isConflict } from '../../../lib/form/versioned.ts'
import { rolesQuery, type RoleRow } from './queries.ts'
import { usePermissionNames } from './words.ts'
import css from './People.module.css'

const ALL = '*:*:*'

/** The roles of accounts: named sets of permissions. */
export function RolesPage() {
  const { t } = useLingui()
  const { locale } = useClient()
  const list = useQuery(rolesQuery)
  const [edited, setEdited] = useState<RoleRow | 'new' | null>(null)
  const names = usePermissionNames()
  const nameOf = (key: string): string => (key in names ? names[key as keyof typeof names] : key)
  const columns: readonly TableColumn<RoleRow>[] = [
    {
      key: 'name',
      header: t`Role`,
      main: true,
      body: ({ code, nameZh, nameEn, builtIn }) => (
        <>
          <strong>{locale === 'zh' ? nameZh : nameEn}</strong>
          <small>
            <code>{code}</code>
          </small>
          {builtIn && (
            <Mark tone="calm" icon="flag">
              <Trans>Of the platform</Trans>
            </Mark>
          )}
        </>
      ),
    },
    {
      key: 'permissions',
      header: t`Permissions`,
      body: ({ permissions }) =>
        permissions.includes(ALL) ? (
          <Trans>All</Trans>
        ) : permissions.length === 0 ? (
          <Trans>None on the desk</Trans>
        ) : (
          <ul className={css.permissions}>
            {permissions.map((one) => (
              <li key={one}>{nameOf(one)}</li>
            ))}
          </ul>
        ),
    },
    { key: 'people', header: t`Accounts`, figures: true, body: ({ people }) => people },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (role) =>
        role.builtIn ? null : (
          <>
            <Button variant="line" size="small" aria-label={t`Edit ${role.nameEn}`} onClick={() => setEdited(role)}>
              <Trans>Edit</Trans>
            </Button>
            <DeleteRole role={role} />
          </>
        ),
    },
  ]
  return (
    <>
      <ListPage
        title={useScreenTitle('DeskRoles')}
        sub={
          <Trans>A change reaches everybody who has the role at once. You can give only what you hold yourself.</Trans>
        }
        list={list}
        dataKey="code"
        columns={columns}
        search={{}}
        onTurn={() => undefined}
        actions={
          <Button onClick={() => setEdited('new')}>
            <Icon name="plus" size={18} />
            <Trans>New role</Trans>
          </Button>
        }
        empty={<Empty title={<Trans>There is no role.</Trans>} />}
      />
      {edited !== null && <RoleDialog role={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function DeleteRole({ role: { code, version, people, nameZh, nameEn } }: { readonly role: RoleRow }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const name = client.locale === 'zh' ? nameZh : nameEn
  const remove = useMutation({
    mutationFn: () => client.calls.send('roleDelete', { body: { code, version } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk', 'roles'] }),
  })
  if (people > 0) return null
  const ask = async () => {
    const yes = await confirm(client, {
      title: t`Delete the role ${name}?`,
      text: t`No account has it.`,
      confirmLabel: t`Delete`,
      danger: true,
    })
    if (yes) remove.mutate()
  }
  return (
    <ActButton
      variant="quiet"
      size="small"
      busy={remove.isPending}
      aria-label={t`Delete ${name}`}
      onClick={() => void ask()}
    >
      <Trans>Delete</Trans>
    </ActButton>
  )
}

interface DialogProps {
  /** `null`: the dialog makes a new role. */
  readonly role: RoleRow | null
  readonly onClose: () => void
}

function RoleDialog({ role, onClose }: DialogProps) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const who = useWho()
  const names = usePermissionNames()
  const [value, setValue] = useState({
    code: role?.code ?? '',
    nameZh: role?.nameZh ?? '',
    nameEn: role?.nameEn ?? '',
    permissions: PERMISSIONS.filter((one) => role?.permissions.includes(one)),
  })
  const [tried, setTried] = useState(false)
  const [changed, setChanged] = useState(false)
  const set = (part: Partial<typeof value>): void => setValue({ ...value, ...part })
  const codeWrong = !/^[a-z][a-z0-9-]{1,39}$/.test(value.code)
  const missing = (text: string) => (tried && text.trim() === '' ? t`Required.` : undefined)
  const save = useMutation({
    meta: { quiet: true },
    mutationFn: () => client.calls.send('roleSave', { body: { ...value, version: role?.version ?? 0 } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk'] }),
    onSuccess: onClose,
    onError: (error) => (isConflict(error) ? setChanged(true) : notifyError(client, error)),
  })
  return (
    <Dialog
      title={role === null ? <Trans>New role</Trans> : <Trans>Edit the role</Trans>}
      onClose={onClose}
      actions={
        <>
          <Button variant="line" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <ActButton type="submit" form="role-form" busy={save.isPending} disabled={changed}>
            <Trans>Save</Trans>
          </ActButton>
        </>
      }
    >
      <form
        id="role-form"
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!codeWrong && value.nameZh.trim() !== '' && value.nameEn.trim() !== '') save.mutate()
        }}
      >
        {changed && (
          <p role="alert" className={css.changed}>
            <Trans>
              Another operator changed this role meanwhile. Nothing was overwritten. Close this window and open the role
              again to see it as it is now.
            </Trans>
          </p>
        )}
        <Field
          label={<Trans>Name in Chinese</Trans>}
          name="nameZh"
          required
          maxLength={60}
          value={value.nameZh}
          error={missing(value.nameZh)}
          onChange={({ target }) => set({ nameZh: target.value })}
        />
        <Field
          label={<Trans>Name in English</Trans>}
          name="nameEn"
          required
          maxLength={60}
          value={value.nameEn}
          error={missing(value.nameEn)}
          onChange={({ target }) => set({ nameEn: target.value })}
        />
        <Field
          label={<Trans>Code</Trans>}
          name="code"
          required
          readOnly={role !== null}
          value={value.code}
          error={tried && codeWrong ? t`Small letters, digits and “-”, 2 to 40.` : undefined}
          onChange={({ target }) => set({ code: target.value })}
        />
        <fieldset className={css.choices}>
          <legend>
            <Trans>Permissions</Trans>
          </legend>
          {PERMISSIONS.map((one) => (
            <label key={one}>
              <input
                type="checkbox"
                checked={value.permissions.includes(one)}
                // oxlint-disable-next-line react/forbid-dom-props -- as long as the dialog is open: not the operator's to give
                disabled={who.kind !== 'user' || !hasPermission(who.user, one)}
                onChange={({ target }) =>
                  set({
                    permissions: PERMISSIONS.filter((each) =>
                      each === one ? target.checked : value.permissions.includes(each),
                    ),
                  })
                }
              />
              {names[one]}
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}
