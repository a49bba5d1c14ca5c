/** Permissions of operator calls. */
export const PERMISSIONS = [
  'user:certification:review',
  'user:account:list',
  'user:account:suspend',
  'sale:session:read',
  'sale:session:publish',
  'sale:bidder:admit',
  'sale:bidder:limit',
  'sale:deal:decide',
  'trade:contract:verify',
  'trade:payment:record',
  'system:outbox:list',
  'system:outbox:codes',
  'system:settings:edit',
  'system:audit:read',
] as const
export type Permission = (typeof PERMISSIONS)[number]
