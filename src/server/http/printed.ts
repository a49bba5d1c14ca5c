import type { AnyCall } from '../../contract/call.ts'
import type { InputError } from '../../contract/envelope.ts'
import { wire } from '../../contract/wire.ts'
import { uncoveredIn } from '../documents/letters.ts'

/** Calls whose texts are printed on contracts, receipts, catalogues and agreements. */
const PRINTED = [
  'register',
  'completeProfile',
  'certificationSubmit',
  'certificationApprove',
  'agreementSign',
  'lotDraftSave',
  'lotFilesAdd',
  'termSave',
  'scheduleSave',
  'sessionSave',
  'contractMake',
  'contractRevise',
  'contractSign',
  'contractTerminate',
  'documentSave',
] as const satisfies readonly (keyof typeof wire)[]
const paths: ReadonlySet<string> = new Set(PRINTED.map((name) => wire[name].path))

/** The texts of a call's body that documents could not show, found before they are stored. */
export const unprintableIn = ({ path }: AnyCall, body: unknown): readonly InputError[] =>
  paths.has(path)
    ? uncoveredIn(body, ['body']).map((found) => ({
        path: found.path.join('.'),
        code: 'lettersMissing',
        value: found.letters.join(' '),
      }))
    : []
