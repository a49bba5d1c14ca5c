import { useLingui } from '@lingui/react/macro'
import type { Permission } from '../../../../contract/permissions.ts'

/** Names of the permissions, in the order of the operator's menu. */
export function usePermissionNames(): Readonly<Record<Permission, string>> {
  const { t } = useLingui()
  return {
    'user:certification:review': t`Review certifications`,
    'user:account:list': t`See accounts`,
    'user:account:suspend': t`Suspend accounts and end their sign-ins`,
    'user:role:edit': t`Edit roles and give them`,
    'user:account:erase': t`Erase personal data`,
    'sale:session:read': t`See sales in preparation, bidders and deals`,
    'sale:session:edit': t`Edit schedules and sessions`,
    'sale:session:publish': t`Publish, postpone and cancel sales`,
    'sale:lot:review': t`Accept, return and order lots`,
    'sale:term:edit': t`Edit terms`,
    'sale:bidder:admit': t`Admit bidders`,
    'sale:bidder:limit': t`Set limits`,
    'sale:deposit:record': t`Record deposits`,
    'sale:deal:decide': t`Hold, cancel and offer deals`,
    'trade:contract:verify': t`Verify contracts`,
    'trade:payment:record': t`Record payments`,
    'content:news:edit': t`Write news`,
    'content:document:edit': t`Edit rules and help`,
    'content:banner:edit': t`Edit banners`,
    'system:outbox:list': t`See the outbox`,
    'system:outbox:codes': t`See codes in the outbox`,
    'system:settings:edit': t`Change site settings`,
    'system:audit:read': t`Read the audit trail`,
  }
}
