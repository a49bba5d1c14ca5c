import { plantedCrash } from '../crash/planted.ts'
import { plantedCuts } from '../cuts/planted.ts'
import { plantedFuzz } from '../fuzz/planted.ts'
import { plantedHistories } from '../histories/planted.ts'
import { plantedNodes } from '../nodes/planted.ts'
import { plantedSoak } from '../soak/planted.ts'
import type { Planted } from '../proof.ts'

/** By the proof that must find them. `mutants` plants its own, by the thousand. */
export const PLANTED: Readonly<Record<string, readonly Planted[]>> = {
  crash: plantedCrash,
  cuts: plantedCuts,
  fuzz: plantedFuzz,
  histories: plantedHistories,
  nodes: plantedNodes,
  soak: plantedSoak,
}
