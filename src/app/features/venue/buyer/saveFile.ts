import { saveBlob } from '../../../lib/saveBlob.ts'

/** Saves a text as a file for the person; nothing leaves the device. */
export const saveFile = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'application/json' }))
