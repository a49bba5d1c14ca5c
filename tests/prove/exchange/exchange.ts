import { runTagged } from '../parts/tagged.ts'
import type { Proof } from '../proof.ts'

/** The whole exchange in one walk; the tests' own run has its steps one by one (tests/e2e/exchange). */
export const exchange: Proof = {
  name: 'exchange',
  promise: 'A sale is prepared, held, sealed and contracted from an empty server by the screens alone',
  full: (options) => runTagged('@exchange', options),
  sample: (options) => runTagged('@exchange', options),
}
