import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Skipped } from '../proof.ts'

const run = promisify(execFile)
const SOFFICE = '/usr/bin/soffice'
/** The first start of a profile writes it. */
const SAVING_MS = 180_000

/** Throws `Skipped` where LibreOffice is missing. */
export function needOffice(): void {
  if (!existsSync(SOFFICE)) throw new Skipped('it needs LibreOffice (apt-get install libreoffice-calc)')
}

/** How a text file is written: its separator, and the language of its numbers (0: that of the program). */
export interface TextFile {
  readonly separator: ',' | ';'
  readonly language: number
}

/** LibreOffice Calc with a profile of its own. */
export interface Office {
  /**
   * Opens a sheet and saves it in another folder under the same name, without a change.
   *
   * @param from How its import dialog is answered; null: not a text file.
   * @param to A workbook, or a text file with this separator.
   */
  save(file: string, folder: string, from: TextFile | null, to: 'xlsx' | TextFile['separator']): Promise<void>
}

/** @param locale Of the program, such as `de-DE`; its numbers and days follow from it. */
export function openOffice(profile: string, locale: string): Office {
  mkdirSync(join(profile, 'user'), { recursive: true })
  const item = (name: string) =>
    `<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="${name}" oor:op="fuse"><value>${locale}</value></prop></item>`
  writeFileSync(
    join(profile, 'user/registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${item('ooSetupSystemLocale')}${item('ooLocale')}</oor:items>`,
  )
  return {
    save: async (file, folder, from, to) => {
      await run(
        SOFFICE,
        [
          `-env:UserInstallation=${pathToFileURL(profile).href}`,
          '--headless',
          '--norestore',
          ...(from === null ? [] : [`--infilter=CSV:${filterOf(from.separator, from.language)}`]),
          '--convert-to',
          to === 'xlsx' ? to : `csv:Text - txt - csv (StarCalc):${filterOf(to, 0)}`,
          '--outdir',
          folder,
          file,
        ],
        { timeout: SAVING_MS },
      )
    },
  }
}

/**
 * Tokens of LibreOffice's filter for text files: separator, quotes, UTF-8, first line, columns, language, quoted cells are
 * judged like others, special numbers (days, shares, `1E5`) are found as Excel finds them.
 */
const filterOf = (separator: TextFile['separator'], language: number): string =>
  [separator.charCodeAt(0), 34, 76, 1, '', language, false, true].join(',')
