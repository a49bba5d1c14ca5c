import * as z from 'zod'
import { call } from '../call.ts'
import { wire } from '../wire.ts'

/** Uploads. Neither travels as JSON: see `raw`. */

/** Spec §5, §9. */
export const UPLOAD = { files: 5, bytes: 5 * 1024 * 1024, pictureBytes: 2 * 1024 * 1024 } as const
/** Extensions as messages name them; `doc`, `xls` and `ppt` include their newer forms. */
export const DOCUMENT_TYPES = {
  doc: ['doc', 'docx'],
  xls: ['xls', 'xlsx'],
  ppt: ['ppt', 'pptx'],
  txt: ['txt'],
  pdf: ['pdf'],
} as const
export const PICTURE_TYPES = ['png', 'jpg', 'jpeg'] as const
/** Tables that can be imported: the newer Excel form, and text. */
export const SHEET_TYPES = ['xlsx', 'csv'] as const
/** The purpose of an upload decides its allowed types and size. */
export const UploadKind = z.enum(['document', 'picture', 'sheet'])

export const upload = call({
  ...wire.upload,
  about:
    'Puts files down, field `file`, 5 at most of 5 MB each: doc, docx, xls, xlsx, ppt, pptx, txt, pdf; with `kind=picture` (query or field) png, jpg, jpeg under 2 MB, ' +
    'which are turned upright and lose what a camera wrote into them; with `kind=sheet` xlsx, csv. Extension and content must agree. All of them or none. What nothing refers to is removed after 7 days.',
  query: z.strictObject({ kind: UploadKind.default('document') }),
})
/** An upload's id has 192 random bits, so it cannot be guessed. */
const UploadId = z.string().regex(/^[\w-]{20,60}$/)

export const resumableUpload = call({
  ...wire.resumableUpload,
  about:
    'Begins a resumable upload by tus 1.0 (creation, creation-with-upload, termination); PATCH, HEAD and DELETE go to its `Location`, OPTIONS here names the extensions. ' +
    '`Upload-Metadata` holds `filename`, `kind` (`document`, `picture` or `sheet`) and `sha256` (hex, of the whole file; optional). The checks are those of `/common/upload`: ' +
    'the PATCH that completes the file answers 200 with its `fileName`, or 422 with the reason. What is not continued for 7 days is removed.',
})
export const resumableUploadInfo = call({
  ...wire.resumableUploadInfo,
  about:
    'How much of a resumable upload is on the server, for its owner, and where the file is once it is whole. A file that was refused answers with the reason.',
  params: z.object({ uploadId: UploadId }),
  data: z.object({
    /** Bytes stored durably on the server. */
    offset: z.int().min(0),
    size: z.int().min(0),
    /** Path of the complete file, as `/common/upload` answers it; null: incomplete. */
    fileName: z.string().nullable(),
  }),
})
export const fileBytes = call({
  ...wire.fileBytes,
  about:
    'The bytes of a file, for its owner, for who reviews what it was submitted with, for the company whose license it is, for the sellers of the company whose lot it belongs to, and the paper of a lot for everybody who may read its catalogue. To everybody else it does not exist.',
  params: z.object({ fileId: z.string().regex(/^[\w-]{20,60}$/) }),
})
