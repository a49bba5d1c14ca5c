import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Files that wait for real clocks and links longer than they compute, the longest first. */
const WAITING = [
  'room-paused',
  'demo-practice',
  'prove-radio',
  'prove-soak',
  'live',
  'security-demo',
  'prove-mutants',
  'store-life',
  'prove-crash',
]

const place = ({ moduleId }: TestSpecification): number => {
  const at = WAITING.findIndex((name) => moduleId.endsWith(`/integration/${name}.test.ts`))
  return at === -1 ? WAITING.length : at
}

/** Begins with the files that take longest, so that none of them is left alone at the end of a run. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}
