import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Files that run or wait longest, in that order. */
const LONGEST = [
  'security-demo',
  'backup',
  'store-life',
  'demo-practice',
  'room-paused',
  'security-input',
  'store-start',
  'read-only',
  'security-policy',
  'outbox',
  'lot-imports',
  'security-company',
  'security-account',
  'security-crowd',
  'support',
  'security-drafts',
  'company-files',
  'calls-deals',
  'live',
]

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/integration/${name}.test.ts`))
  return at === -1 ? LONGEST.length : at
}

/** Begins with the files that take longest, so that none of them is left alone at the end of a run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
