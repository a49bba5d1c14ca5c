import type { MessageDescriptor } from '@lingui/core'

/**
 * Texts that the server and the app both say, besides the reasons: most of them are the specification's own (§5, §8).
 */
export const texts = {
  /** code 200 */
  done: /*i18n*/ { id: 'done', message: 'Done' },
  /** In place of an image code: a screen reader can say it. */
  whichIsLargest: /*i18n*/ { id: 'whichIsLargest', message: 'Which of these numbers is the largest: {a}, {b}, {c}?' },
  pictureUploadFailed: /*i18n*/ {
    id: 'pictureUploadFailed',
    message: 'Uploading the picture failed, please try again',
  },
  fileUploadFailed: /*i18n*/ { id: 'fileUploadFailed', message: 'Uploading the file failed, please try again' },
  deviceFull: /*i18n*/ {
    id: 'deviceFull',
    message:
      'This device is out of storage: the file was not added. What already waits is kept. Free up space and pick it again.',
  },
  fileGone: /*i18n*/ {
    id: 'fileGone',
    message: 'The page that was reading the file was closed before the file was stored. Please pick it again.',
  },
  deviceKeepsNothing: /*i18n*/ {
    id: 'deviceKeepsNothing',
    message:
      'This browser could not store the file (private window?). Pick it again, or open the page in a normal window.',
  },
  checkDigitWrong: /*i18n*/ {
    id: 'checkDigitWrong',
    message: 'The check digit does not match. Please compare with the licence; if it says the same, send it as it is.',
  },
  checkDigitDoubt: /*i18n*/ {
    id: 'checkDigitDoubt',
    message: 'Check digit does not match; compare with the licence',
  },
  wrongFileType: /*i18n*/ { id: 'wrongFileType', message: 'Wrong file format, please upload a {types} file!' },
  wrongPictureType: /*i18n*/ { id: 'wrongPictureType', message: 'Wrong file format, please upload a {types} picture!' },
  fileTooLarge: /*i18n*/ { id: 'fileTooLarge', message: 'An uploaded file must not exceed {n} MB!' },
  pictureTooLarge: /*i18n*/ { id: 'pictureTooLarge', message: 'An uploaded picture must not exceed {n} MB!' },
  tooManyFiles: /*i18n*/ { id: 'tooManyFiles', message: 'No more than {n} files can be uploaded!' },
  /** The consent of a service agreement's signer: shown beside the box and stored with the signature. */
  agreementConsent: /*i18n*/ {
    id: 'agreementConsent',
    message: 'I have read this service agreement and accept it for {company}.',
  },
  /** The consent of a contract's signer: shown beside the box and stored with the signature. */
  contractConsent: /*i18n*/ {
    id: 'contractConsent',
    message: 'I have read version {version} of contract {contractNo} and sign it for {company}.',
  },
} as const satisfies Record<string, MessageDescriptor>
