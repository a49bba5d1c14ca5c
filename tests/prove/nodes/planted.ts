import type { Planted } from '../proof.ts'

const VERDICTS =
  'FROM go, json_to_recordset($8) AS v ("accountId" text, "bidKey" text, fingerprint text, body text, at float8)'

export const plantedNodes: readonly Planted[] = [
  {
    fault: 'a key that another node has decided is decided again',
    changes: [{ file: 'src/server/store/log.sql.ts', from: VERDICTS, to: `${VERDICTS} ON CONFLICT DO NOTHING` }],
    finds: ['keys answered in two ways: '],
  },
]
