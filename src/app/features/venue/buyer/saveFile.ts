import { saveBlob } from '../../../lib/saveBlob.ts'

/** Hands a text to the person as a file; nothing leaves the device. */
export const saveFile = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'application/json' }))
