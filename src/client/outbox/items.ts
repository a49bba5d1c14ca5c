import type { AnyReason, Code } from '../../contract/codes.ts'
import type { InputError } from '../../contract/envelope.ts'
import type { wire } from '../../contract/wire.ts'
import type { CallName, SentBy } from '../calls/types.ts'
import type { UploadRule } from '../uploads/rules.ts'

/**
 * Calls that a device may keep and send later: those that the server takes once under their key. A call that asks for a verdict
 * in its moment (a bid, an offer, a ceiling) is none of them, and so can never wait here.
 */
export type OnceCall = {
  [K in CallName]: (typeof wire)[K] extends { readonly once: true }
    ? (typeof wire)[K] extends { readonly verdict: true }
      ? never
      : K
    : never
}[CallName]

/** Forms that wait to be sent, by the name of their draft, and the call that takes each. */
export const FORM_CALLS = {
  company: 'certificationSubmit',
  lot: 'lotDraftSave',
  lotImport: 'lotImportBegin',
  news: 'newsSave',
  document: 'documentSave',
  banner: 'bannerSave',
  contractSignature: 'contractSign',
  agreementSignature: 'agreementSign',
} as const satisfies Readonly<Record<string, OnceCall>>
export type FormName = keyof typeof FORM_CALLS
type BodyOf<S> = S extends { readonly body: infer B } ? B : never
/** Signatures: each with its password sealed to the server (`seal.ts`). */
export type SignatureForm = 'contractSignature' | 'agreementSignature'
export type BodyOfForm<F extends FormName> = BodyOf<SentBy<(typeof FORM_CALLS)[F]>>
export type FormBody = { [F in FormName]: BodyOf<SentBy<(typeof FORM_CALLS)[F]>> }[FormName]

/** The subject of the signature, to name it while the signature waits. */
export interface SignedVersion {
  /** Of the contract; empty: the service agreement. */
  readonly id: string
  /** For people; empty: the service agreement. */
  readonly no: string
  readonly version: number
  readonly hash: string
}

/** One form of the person. */
export interface FormKey {
  readonly form: FormName
  /** Which of several alike: a lot's id. */
  readonly subject?: string
}

/** The field of a form that a file was picked for. */
export interface Slot extends FormKey {
  readonly field: string
}

/** Why an item stands still or has failed. */
export type OutboxError =
  /** Nothing answered. */
  | { readonly kind: 'link' }
  /** The server said no, or not now; `msg` is in the language it was asked in. */
  | {
      readonly kind: 'server'
      readonly code: Code
      readonly reason: AnyReason | null
      readonly msg: string
      /** Of a form: at which fields. */
      readonly errors: readonly InputError[]
    }
  /** Of a form: one of its files was refused or is gone. */
  | { readonly kind: 'file' }

interface Item {
  /** A form's is its idempotency key. */
  readonly id: string
  readonly account: string
  /** When it was picked or sent. */
  readonly at: number
  /** How much has to go up. */
  readonly bytes: number
  /** Attempts that failed since anything last arrived. */
  readonly tries: number
  readonly error: OutboxError | null
  /** No attempt before then, unless the person asks or the link comes back. */
  readonly retryAt: number
}

export interface FileItem extends Item {
  readonly kind: 'file'
  /** `reading`: its bytes are not on the device yet. */
  readonly state: 'reading' | 'waiting' | 'sending' | 'up' | 'refused'
  readonly slot: Slot
  /** Files picked together share it: the form gets all of them, or none. */
  readonly batch: string
  readonly name: string
  readonly type: string
  readonly as: UploadRule['kind']
  /** Of the whole, hex; null where the browser cannot tell (a page without TLS). */
  readonly sha256: string | null
  /** Where the upload goes on; null until it has begun. */
  readonly url: string | null
  /** Bytes that the server has acknowledged. */
  readonly offset: number
  /** Once it is up, and since when. */
  readonly path: string | null
  readonly upAt: number
}

export interface FormItem extends Item, FormKey {
  readonly kind: 'form'
  /** `held`: taken back by the person, to be changed. */
  readonly state: 'waiting' | 'sending' | 'accepted' | 'refused' | 'held'
  readonly body: FormBody
  /** Of a signature. */
  readonly signed?: SignedVersion
  /** Files that go with it: once they are up, their paths take the place of `placeholderOf(id)`, wherever that is. */
  readonly files: readonly { readonly field: string; readonly id: string }[]
}

export type OutboxItem = FileItem | FormItem

/** Items that this version can read; one that only a newer version knows is left alone. */
export function isOutboxItem(value: unknown): value is OutboxItem {
  if (typeof value !== 'object' || value === null) return false
  const item: Partial<Record<keyof FileItem | keyof FormItem, unknown>> = value
  const common =
    typeof item.id === 'string' &&
    typeof item.account === 'string' &&
    typeof item.at === 'number' &&
    typeof item.bytes === 'number' &&
    typeof item.tries === 'number' &&
    typeof item.state === 'string'
  if (!common) return false
  if (item.kind === 'file') return typeof item.offset === 'number' && typeof item.name === 'string'
  return item.kind === 'form' && Array.isArray(item.files) && String(item.form) in FORM_CALLS
}

/** In a form, the path of a file that is still to come; a path by its looks, so that the form's rules take it. */
export const placeholderOf = (id: string): string => `/common/files/${id}`

export const isSameForm = (one: FormKey, other: FormKey): boolean =>
  one.form === other.form && one.subject === other.subject

export const isFile = (item: OutboxItem): item is FileItem => item.kind === 'file'
export const isForm = (item: OutboxItem): item is FormItem => item.kind === 'form'
