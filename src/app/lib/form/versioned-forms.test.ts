import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as calls from '../../../contract/calls/index.ts'

/** Where a call that saves over a version is sent, and what keeps that version with what is typed. */
interface Form {
  readonly file: string
  readonly by: string
  /** Another file that sends the call, to make something new. */
  readonly makes?: string
}
const FORMS: Readonly<Record<string, Form>> = {
  bannerSave: { file: 'operator/content/ContentEditPage.tsx', by: '<EditForm' },
  contractRevise: { file: 'centre/contracts/ReviseForm.tsx', by: 'useVersionedForm(' },
  documentSave: { file: 'operator/content/ContentEditPage.tsx', by: '<EditForm' },
  // It travels by the outbox, with the version in its value (`lotForm.ts`).
  lotDraftSave: { file: 'seller/LotForm.tsx', by: 'useForm<TypedLot>(' },
  newsSave: { file: 'operator/content/ContentEditPage.tsx', by: '<EditForm' },
  // A dialog without a draft; it keeps the row that it was opened with.
  roleSave: { file: 'operator/people/RolesPage.tsx', by: 'isConflict(' },
  scheduleSave: { file: 'operator/sales/SchedulePage.tsx', by: 'useVersionedForm(' },
  sessionSave: {
    file: 'operator/sales/SessionForm.tsx',
    by: 'useVersionedForm(',
    makes: 'operator/sales/SchedulePage.tsx',
  },
  settingsChange: { file: 'operator/SettingsPage.tsx', by: 'useVersionedForm(' },
}
/** Calls that act on a version as it stands: nothing typed could overwrite another person's save. */
const ACTS = /^(?:agreementSign|contract(?:Return|Sign|Terminate|Verify)|\w+Delete|depositRecord)$/

const APP = join(import.meta.dirname, '../../features')
const sources = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(APP, file), 'utf8') }))

const overVersions = Object.entries(calls).flatMap(([name, call]) => {
  const shape: unknown = 'body' in call && call.body && 'shape' in call.body ? call.body.shape : null
  return typeof shape === 'object' && shape !== null && ('version' in shape || 'hash' in shape) ? [name] : []
})

test('each call that saves over a version is of a form named here', () =>
  expect(overVersions.filter((name) => !ACTS.test(name)).toSorted()).toEqual(Object.keys(FORMS).toSorted()))

test.each(Object.entries(FORMS))(
  '%s is sent by its form alone, which keeps the version with its draft',
  (name, form) => {
    const senders = sources.filter(({ file, text }) => file !== form.makes && text.includes(`send('${name}'`))
    const own = sources.find(({ file }) => file === form.file)
    expect(senders.map(({ file }) => file)).toEqual(name === 'lotDraftSave' ? [] : [form.file])
    expect(own?.text).toContain(form.by)
  },
)

test('the form of a text keeps its version by the same hook', () =>
  expect(sources.find(({ file }) => file === 'operator/content/EditForm.tsx')?.text).toContain('useVersionedForm('))
