import type { AnyReason, Code } from '../../contract/codes.ts'
import type { InputError } from '../../contract/envelope.ts'
import type { wire } from '../../contract/wire.ts'
import type { CallName, SentBy } from '../calls/types.ts'
import type { UploadRule } from '../uploads/rules.ts'

/**
 * Calls that a device may store and send later: the server executes each only once per key. A call that needs its
 * verdict at once (a bid, an offer, a ceiling) is excluded, so it can never wait here.
 */
export type OnceCall = {
  [K in CallName]: (typeof wire)[K] extends { readonly once: true }
    ? (typeof wire)[K] extends { readonly verdict: true }
      ? never
      : K
    : never
}[CallName]

/** The forms of the outbox by the name of their draft, with the call that each is sent by. */
export const FORM_CALLS = {
  company: 'certificationSubmit',
  lot: 'lotDraftSave',
  lotFiles: 'lotFilesAdd',
  lotImport: 'lotImportBegin',
  news: 'newsSave',
  document: 'documentSave',
  banner: 'bannerSave',
  contractSignature: 'contractSign',
  agreementSignature: 'agreementSign',
} as const satisfies Readonly<Record<string, OnceCall>>
export type FormName = keyof typeof FORM_CALLS
type BodyOf<S> = S extends { readonly body: infer B } ? B : never
/** Signatures; each has its password sealed to the server (`seal.ts`). */
export type SignatureForm = 'contractSignature' | 'agreementSignature'
export type BodyOfForm<F extends FormName> = BodyOf<SentBy<(typeof FORM_CALLS)[F]>>
export type FormBody = { [F in FormName]: BodyOf<SentBy<(typeof FORM_CALLS)[F]>> }[FormName]

/** The signed document, to name it while its signature waits. */
export interface SignedVersion {
  /** Id of the contract; empty for the service agreement. */
  readonly id: string
  /** Readable number of the contract; empty for the service agreement. */
  readonly no: string
  readonly version: number
  readonly hash: string
}

/** Identifies a form of the person. */
export interface FormKey {
  readonly form: FormName
  /** Distinguishes forms of the same kind: a lot's id. */
  readonly subject?: string
}

/** The field of a form that a file was picked for. */
export interface Slot extends FormKey {
  readonly field: string
}

/** The reason why an item waits or has failed. */
export type OutboxError =
  /** The server did not answer. */
  | { readonly kind: 'link' }
  /**
   * Something in between answered instead of the server, with this HTTP status. `closed`: it let the file through in no
   * way.
   */
  | { readonly kind: 'between'; readonly status: number; readonly closed?: true }
  /** The server refused the item, for now or for good; `msg` is in the language of the request. */
  | {
      readonly kind: 'server'
      readonly code: Code
      readonly reason: AnyReason | null
      readonly msg: string
      /** Errors at the form's fields. */
      readonly errors: readonly InputError[]
    }
  /** One of the form's files was refused or is gone. */
  | { readonly kind: 'file' }

interface Item {
  /** The id of a form is its idempotency key. */
  readonly id: string
  readonly account: string
  /** Time when the item was picked or submitted. */
  readonly at: number
  /** Size of the upload. */
  readonly bytes: number
  /** Number of failed attempts since the last byte arrived. */
  readonly tries: number
  readonly error: OutboxError | null
  /** Time of the next attempt, unless the person asks for one or the link comes back sooner. */
  readonly retryAt: number
}

export interface FileItem extends Item {
  readonly kind: 'file'
  /** `reading`: the bytes are not on the device yet. */
  readonly state: 'reading' | 'waiting' | 'sending' | 'up' | 'refused'
  readonly slot: Slot
  /** Id of files picked together: the form gets all of them, or none. */
  readonly batch: string
  readonly name: string
  readonly type: string
  readonly as: UploadRule['kind']
  /** Hash of the whole file, hex; null if the browser cannot compute it (a page without TLS). */
  readonly sha256: string | null
  /** Address of the upload on the server; null until it has begun. */
  readonly url: string | null
  /** Number of bytes that the server has acknowledged. */
  readonly offset: number
  /** Path of the uploaded file, and the time since which it is uploaded. */
  readonly path: string | null
  readonly upAt: number
}

export interface FormItem extends Item, FormKey {
  readonly kind: 'form'
  /** `held`: the person has taken the form back to change it. */
  readonly state: 'waiting' | 'sending' | 'accepted' | 'refused' | 'held'
  readonly body: FormBody
  /** The signed version, if the form is a signature. */
  readonly signed?: SignedVersion
  /** The form's files: their paths replace `placeholderOf(id)` everywhere in the body, once they are uploaded. */
  readonly files: readonly { readonly field: string; readonly id: string }[]
}

export type OutboxItem = FileItem | FormItem

/** True for items that this version can read; items of a newer version are left alone. */
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

/**
 * Stands for the path of a file that is still being uploaded. It has the format of a path, so that the form's rules
 * accept it.
 */
export const placeholderOf = (id: string): string => `/common/files/${id}`

export const isSameForm = (one: FormKey, other: FormKey): boolean =>
  one.form === other.form && one.subject === other.subject

export const isFile = (item: OutboxItem): item is FileItem => item.kind === 'file'
export const isForm = (item: OutboxItem): item is FormItem => item.kind === 'form'
