import { ClientProvider, useClient } from '../../../src/app/lib/client.ts'
import type { Client } from '../../../src/client/client.ts'
import { Actions } from './Actions.tsx'
import { Box } from './Box.tsx'
import { Dialogs } from './Dialogs.tsx'
import { Fields } from './Fields.tsx'
import { Marks } from './Marks.tsx'
import { Notes } from './Notes.tsx'
import css from './Sheet.module.css'
import { Things } from './Things.tsx'
import { Tickets } from './Tickets.tsx'

interface Props {
  /** A client without a link. */
  readonly offline: Client
  /** One dialog alone: it lies above all else. */
  readonly part: string | null
}

/** Every component of `src/app/ui` in every state. */
export function Sheet({ offline, part }: Props) {
  if (part !== null) return <Dialogs part={part} />
  return (
    <main className={css.sheet} data-ready="">
      <Ways />
      <Marks />
      <Actions />
      <Box name="Offline">
        <ClientProvider value={offline}>
          <Actions />
        </ClientProvider>
      </Box>
      <Fields />
      <Notes offline={offline} />
      <Things />
      <Tickets />
    </main>
  )
}

/** To the other language, the other scheme, and a phone. */
function Ways() {
  const { locale } = useClient()
  const to = (name: string, value: string): string => {
    const wish = new URLSearchParams(location.search)
    wish.set(name, value)
    return `?${wish}`
  }
  return (
    <p className={css.ways}>
      <a href={to('lang', locale === 'zh' ? 'en' : 'zh')}>{locale === 'zh' ? 'English' : '中文'}</a>
      {['light', 'dark'].map((scheme) => (
        <a key={scheme} href={to('scheme', scheme)}>
          {scheme}
        </a>
      ))}
      {['dialog', 'danger', 'bottom', 'side', 'reason', 'second'].map((part) => (
        <a key={part} href={to('part', part)}>
          {part}
        </a>
      ))}
    </p>
  )
}
