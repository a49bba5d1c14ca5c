import { bounds } from './bounds/bounds.ts'
import { browsers } from './browsers/browsers.ts'
import { crash } from './crash/crash.ts'
import { cuts } from './cuts/cuts.ts'
import { deployed } from './deployed/deployed.ts'
import { drafts } from './drafts/drafts.ts'
import { exchange } from './exchange/exchange.ts'
import { failover } from './failover/failover.ts'
import { faults } from './faults/faults.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { histories } from './histories/histories.ts'
import { law } from './law/law.ts'
import { mutants } from './mutants/mutants.ts'
import { nodes } from './nodes/nodes.ts'
import { radio } from './radio/radio.ts'
import { screens } from './screens/screens.ts'
import { release } from './release/release.ts'
import { simulation } from './simulation/simulation.ts'
import { soak } from './soak/soak.ts'
import { spreadsheets } from './spreadsheets/spreadsheets.ts'
import { upgrade } from './upgrade/upgrade.ts'
import { uploads } from './uploads/uploads.ts'
import { walks } from './walks/walks.ts'
import type { Proof } from './proof.ts'

/** In the order they are run. */
export const PROOFS: readonly Proof[] = [
  crash,
  cuts,
  radio,
  nodes,
  upgrade,
  histories,
  fuzz,
  law,
  mutants,
  simulation,
  soak,
  drafts,
  uploads,
  bounds,
  faults,
  screens,
  walks,
  exchange,
  spreadsheets,
  browsers,
  deployed,
  release,
  failover,
]
