import type { MessageDescriptor } from '@lingui/core'
import { texts } from '../../texts/messages.ts'

/** The limits of an upload (spec §5). */
export interface UploadRule {
  readonly kind: 'document' | 'picture' | 'sheet'
  /** File name endings, as the messages list them. */
  readonly types: readonly string[]
  readonly mimes: readonly string[]
  readonly maxMb: number
  readonly maxFiles: number
}

/** An image of a company document: under 2 MB. */
export const DOCUMENT_PICTURE: UploadRule = {
  kind: 'picture',
  types: ['png', 'jpg', 'jpeg'],
  mimes: ['image/png', 'image/jpeg'],
  maxMb: 2,
  maxFiles: 1,
}

/** Pictures of a lot, shrunk more on the device, because a sale has hundreds. */
export const LOT_PICTURE: UploadRule = { ...DOCUMENT_PICTURE, maxMb: 1, maxFiles: 5 }

/** A picture in a text, which becomes public at once. */
export const TEXT_PICTURE: UploadRule = { ...DOCUMENT_PICTURE, maxMb: 1 }

/** A table to import. */
export const SHEET: UploadRule = {
  kind: 'sheet',
  types: ['xlsx', 'csv'],
  mimes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv'],
  maxMb: 5,
  maxFiles: 1,
}

/** Files of any form (spec §5). */
export const DOCUMENTS: UploadRule = {
  kind: 'document',
  types: ['doc', 'xls', 'ppt', 'txt', 'pdf'],
  mimes: [
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'text/plain',
    'application/pdf',
  ],
  maxMb: 5,
  maxFiles: 5,
}

/** A paper of a lot. */
export const LOT_PAPER: UploadRule = { ...DOCUMENTS, maxFiles: 1 }

/** The message of a refused upload, with its numbers filled in. */
export type Complaint = MessageDescriptor

const MB = 1024 * 1024
export const maxBytes = ({ maxMb }: UploadRule): number => maxMb * MB

export const tooMany = ({ maxFiles }: UploadRule): Complaint => ({ ...texts.tooManyFiles, values: { n: maxFiles } })
export const wrongType = ({ kind, types }: UploadRule): Complaint => ({
  ...(kind === 'picture' ? texts.wrongPictureType : texts.wrongFileType),
  values: { types: types.join('/') },
})
export const tooLarge = ({ kind, maxMb }: UploadRule): Complaint => ({
  ...(kind === 'picture' ? texts.pictureTooLarge : texts.fileTooLarge),
  values: { n: maxMb },
})

/**
 * Whether type or extension matches (spec §5): phones give pictures names without an ending, and some systems give
 * files no type.
 */
export function fits({ name, type }: Pick<File, 'name' | 'type'>, { types, mimes }: UploadRule): boolean {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return (
    mimes.includes(type.toLowerCase()) ||
    (ending !== undefined && (types.includes(ending) || types.includes(ending.replace(/^(doc|xls|ppt)x$/, '$1'))))
  )
}

/** The limit is exclusive: a file of exactly 2 MB is too large. */
export const isLarge = ({ size }: Pick<File, 'size'>, rule: UploadRule): boolean => size >= maxBytes(rule)
