import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { currentLocale } from '../../lib/i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Failed } from '../../ui/Empty.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Page } from '../../ui/Page.tsx'
import { Bone, Skeleton } from '../../ui/Skeleton.tsx'
import { documents, type DocumentName } from './documents.ts'
import css from './DocumentPage.module.css'

interface Props {
  readonly name: DocumentName
  readonly title: string
  readonly heading: ReactNode
  readonly children?: ReactNode
}

/** A text to be read, and printed. */
export function DocumentPage({ name, title, heading, children }: Props) {
  const { t } = useLingui()
  const locale = currentLocale()
  const text = useQuery({ queryKey: ['document', name, locale], queryFn: async () => (await documents[name][locale]()).default, staleTime: Infinity })
  return (
    <Page title={title} heading={heading} narrow>
      <article className={css.paper} aria-label={title}>
        {text.data !== undefined ? <Markdown text={text.data} /> : text.isError ? (
          <Failed title={t`This text could not be fetched.`} action={<Button onClick={() => void text.refetch()}><Trans>Try again</Trans></Button>} />
        ) : (
          <Skeleton className={css.bones}><Bone /><Bone /><Bone width="70%" /><Bone height="1.5rem" width="40%" /><Bone /><Bone /></Skeleton>
        )}
      </article>
      {children}
    </Page>
  )
}
