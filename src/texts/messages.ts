import type { MessageDescriptor } from '@lingui/core'

/** Texts that the server and the app both say, besides the reasons: most of them are the specification's own (§5, §8). */
export const texts = {
  /** code 200 */
  done: /*i18n*/ { id: 'done', message: 'Done' },
  /** No answer at all. */
  network: /*i18n*/ { id: 'network', message: 'Connection problem' },
  timeout: /*i18n*/ { id: 'timeout', message: 'The system interface request timed out' },
  /** An HTTP status that means failure. */
  httpStatus: /*i18n*/ { id: 'httpStatus', message: 'System interface {status} exception' },
  /** 401 in the seller client. */
  sessionInvalid: /*i18n*/ {
    id: 'sessionInvalid',
    message: 'Your session is invalid or has expired. Please sign in again.',
  },
  noWebSocket: /*i18n*/ { id: 'noWebSocket', message: 'Your browser does not support websocket' },
  connectionFailed: /*i18n*/ { id: 'connectionFailed', message: 'Connection failed, please contact customer service' },
  scheduleMissing: /*i18n*/ { id: 'scheduleMissing', message: 'The schedule does not exist, please sign in again' },
  wrongCode: /*i18n*/ { id: 'wrongCode', message: 'Wrong verification code' },
  uploadFailed: /*i18n*/ { id: 'uploadFailed', message: 'Uploading the file failed, please try again' },
  pictureUploadFailed: /*i18n*/ {
    id: 'pictureUploadFailed',
    message: 'Uploading the picture failed, please try again',
  },
  wrongFileType: /*i18n*/ { id: 'wrongFileType', message: 'Wrong file format, please upload a {types} file!' },
  wrongPictureType: /*i18n*/ { id: 'wrongPictureType', message: 'Wrong file format, please upload a {types} picture!' },
  fileTooLarge: /*i18n*/ { id: 'fileTooLarge', message: 'An uploaded file must not exceed {n} MB!' },
  pictureTooLarge: /*i18n*/ { id: 'pictureTooLarge', message: 'An uploaded picture must not exceed {n} MB!' },
  tooManyFiles: /*i18n*/ { id: 'tooManyFiles', message: 'No more than {n} files can be uploaded!' },
  passwordsDiffer: /*i18n*/ { id: 'passwordsDiffer', message: 'The two passwords do not match!' },
  /** What a person agrees to who signs a service agreement: shown beside the box, and kept with the signature. */
  agreementConsent: /*i18n*/ {
    id: 'agreementConsent',
    message: 'I have read this service agreement and accept it for {company}.',
  },
  /** Title of system dialogs. */
  systemNotice: /*i18n*/ { id: 'systemNotice', message: 'System notice' },
} as const satisfies Record<string, MessageDescriptor>
