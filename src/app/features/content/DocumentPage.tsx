import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/format/index.ts'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { ReadAge, type Read } from '../../ui/read/index.ts'
import css from './DocumentPage.module.css'
import { documentQuery } from '../../lib/documents.ts'
import { TextMissing } from './TextMissing.tsx'
import { useClient } from '../../lib/client.ts'
import { useWrittenQuery } from '../../lib/useWrittenQuery.ts'

interface Props {
  readonly name: string
  /** Title until the text's own one is loaded. */
  readonly title: string
  readonly children?: ReactNode
}

/** A text for reading and printing. */
export function DocumentPage({ name, title, children }: Props) {
  const text = useWrittenQuery(documentQuery(name))
  const heading = text.data?.title ?? title
  return (
    <Page title={heading} heading={heading} {...(text.data && { sub: text.data.summary })} narrow>
      <article className={css.paper} aria-label={heading}>
        {text.data ? <Markdown text={text.data.body} /> : <TextMissing read={text} />}
      </article>
      {text.data && <Stand version={text.data.version} changedTime={text.data.changedTime} read={text} />}
      {/* The list waits for the text, which would push it out of sight when it loads. */}
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
  const client = useClient()
  const day = formatDate(changedTime.slice(0, 10), client.locale)
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
