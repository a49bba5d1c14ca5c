import { isLarge, tooLarge, fits, tooMany, wrongType, type Complaint, type UploadRule } from './rules.ts'

/** The picked files break a rule: said in the spec's words, and nothing was sent. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly complaint: Complaint
  constructor(complaint: Complaint) {
    super(complaint.message ?? 'refused')
    this.complaint = complaint
  }
}

/** A file's bytes, read the moment it was picked: a file on a phone can change or vanish under an open page. */
export async function readPicked(files: readonly File[], already: number, rule: UploadRule): Promise<File[]> {
  if (already + files.length > rule.maxFiles) throw new Refused(tooMany(rule))
  if (!files.every((file) => fits(file, rule))) throw new Refused(wrongType(rule))
  return Promise.all(files.map(async (file) => new File([await file.arrayBuffer()], file.name, { type: file.type })))
}

interface Batch {
  readonly rule: UploadRule
  /** Sends one file and answers with its path. */
  readonly send: (file: File, onProgress: (part: number) => void) => Promise<string>
  /** Of the whole batch, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/**
 * One at a time over a thin link. The paths come only when each of the files is up: a batch is applied whole or not at
 * all (spec §4).
 */
export async function uploadAll(files: readonly File[], { rule, send, onProgress }: Batch): Promise<string[]> {
  if (files.some((file) => isLarge(file, rule))) throw new Refused(tooLarge(rule))
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const paths: string[] = []
  let before = 0
  for (const file of files) {
    paths.push(await send(file, (part) => onProgress(total === 0 ? 0 : (before + part * file.size) / total)))
    before += file.size
  }
  return paths
}
