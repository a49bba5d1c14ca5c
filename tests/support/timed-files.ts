/** Whose tests start processes or wait for a clock; under CI these alone are tried a second time. */
export const TIMED_FILES = [
  'tests/integration/backup.test.ts',
  'tests/integration/content.test.ts',
  'tests/integration/demo-administrator.test.ts',
  'tests/integration/demo-practice.test.ts',
  'tests/integration/node-leaves.test.ts',
  'tests/integration/object-store.test.ts',
  'tests/integration/outbox.test.ts',
  'tests/integration/read-only.test.ts',
  'tests/integration/room-paused.test.ts',
  'tests/integration/security-crowd.test.ts',
  'tests/integration/security-demo.test.ts',
  'tests/integration/security-messages.test.ts',
  'tests/integration/security-secrets.test.ts',
  'tests/integration/store-life.test.ts',
  'tests/integration/store-migrating.test.ts',
  'tests/integration/store-migrations.test.ts',
  'tests/integration/store-primary.test.ts',
  'tests/integration/store-start.test.ts',
  'tests/integration/support.test.ts',
  'tests/integration/tls.test.ts',
  'tests/integration/tracing.test.ts',
  'tests/integration/uploads.test.ts',
  'tests/link/cli.test.ts',
  'tests/link/dead-zone.test.ts',
  'tests/link/link.test.ts',
  'tests/link/trouble.test.ts',
] as const

/** Modules that start servers, processes or links with a delay, or wait for the clock. */
const TIMED_MODULE =
  /^import (?!type ).*? from '(?:node:child_process|node:timers\/promises|[./]+\/support\/server\.ts|[./]+\/support\/(?:store\/)?processes\.ts|[./]+\/support\/until\.ts|[./]+\/src\/server\/main\.ts|[./]+\/link\/link\.ts|\.\/(?:plain|dead-zone)\.ts)'/m

export const isTimed = (source: string): boolean => TIMED_MODULE.test(source)
