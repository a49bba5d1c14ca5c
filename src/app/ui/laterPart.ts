import { lazy, type ComponentType } from 'react'
import { wholeLocale } from '../lib/i18n/index.ts'

/** A part of the first page that comes when it is opened, with its words. */
export const laterPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), wholeLocale()])
    return { default: part }
  })
