import * as z from 'zod'
import { call } from '../call.ts'
import { wire } from '../wire.ts'

/** Uploads. Neither travels as JSON: see `raw`. */

/** Spec §5, §9. */
export const UPLOAD = { files: 5, bytes: 5 * 1024 * 1024, pictureBytes: 2 * 1024 * 1024 } as const
/** Extensions by what they are called in messages; `doc`, `xls` and `ppt` stand for their newer forms too. */
export const DOCUMENT_TYPES = {
  doc: ['doc', 'docx'],
  xls: ['xls', 'xlsx'],
  ppt: ['ppt', 'pptx'],
  txt: ['txt'],
  pdf: ['pdf'],
} as const
export const PICTURE_TYPES = ['png', 'jpg', 'jpeg'] as const
/** What an upload is for: it decides which types and how many bytes. */
export const UploadKind = z.enum(['document', 'picture'])

export const upload = call({
  ...wire.upload,
  about:
    'Puts files down, field `file`, 5 at most of 5 MB each: doc, docx, xls, xlsx, ppt, pptx, txt, pdf; with `kind=picture` (query or field) png, jpg, jpeg under 2 MB, ' +
    'which are turned upright and lose what a camera wrote into them. Extension and content must agree. All of them or none. What nothing refers to is removed after 7 days.',
  query: z.object({ kind: UploadKind.default('document') }),
})
export const fileBytes = call({
  ...wire.fileBytes,
  about:
    'The bytes of a file, for its owner, for who reviews what it was submitted with, and for the company whose license it is. To everybody else it does not exist.',
  params: z.object({ fileId: z.string().regex(/^[\w-]{20,60}$/) }),
})
