import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format/index.ts'
import { currentLocale } from '../../lib/i18n/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadAge, type Read } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'
import { documentQuery } from '../../lib/documents.ts'
import { TextMissing } from './TextMissing.tsx'

interface Props {
  readonly name: string
  /** Until the text itself says. */
  readonly title: string
  readonly children?: ReactNode
}

/** A text to be read, and printed. */
export function DocumentPage({ name, title, children }: Props) {
  const text = useQuery(documentQuery(name))
  const heading = text.data?.title ?? title
  return (
    <Page title={heading} heading={heading} {...(text.data && { sub: text.data.summary })} narrow>
      <article className={css.paper} aria-label={heading}>
        {text.data ? <Markdown text={text.data.body} /> : <TextMissing read={text} />}
      </article>
      {text.data && <Stand version={text.data.version} changedTime={text.data.changedTime} read={text} />}
      {/* Below a text that is still on its way it would be pushed out of sight. */}
      {!text.isPending && children}
    </Page>
  )
}

function Stand({
  version,
  changedTime,
  read,
}: {
  readonly version: number
  readonly changedTime: string
  readonly read: Read
}) {
  const day = formatDate(changedTime.slice(0, 10), currentLocale())
  return (
    <div className={css.more}>
      <p>
        <Trans>
          Version {version}, {day}
        </Trans>
      </p>
      <ReadAge read={read} />
    </div>
  )
}
