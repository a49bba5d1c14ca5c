import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { AGREEMENT_GAPS } from '../../../../contract/agreement.ts'
import { useClient } from '../../../lib/client.ts'
import { Field, SelectField } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NotFoundPage } from '../../../ui/NotFoundPage.tsx'
import { Page } from '../../../ui/Page.tsx'
import { ReadProblem } from '../../../ui/read/index.ts'
import { TableSkeleton } from '../../../ui/table/Table.tsx'
import { BannerFields, BannerPreview, useBannerLabels } from './BannerFields.tsx'
import { EditForm } from './EditForm.tsx'
import {
  AGREEMENT_RULES,
  ARTICLE_RULES,
  BANNER_FIGURES,
  BANNER_RULES,
  meantArticle,
  meantBanner,
  newArticle,
  newBanner,
  typedArticle,
  typedBanner,
  typedWritten,
  WRITTEN_RULES,
  type TypedArticle,
  type TypedBanner,
  type TypedWritten,
} from './forms.ts'
import {
  bannerEditQuery,
  documentEditQuery,
  newsEditQuery,
  type BannerInfo,
  type DocumentInfo,
  type NewsInfo,
} from './queries.ts'
import { NEW, type ContentKind } from './search.ts'
import type { Edited } from './Versions.tsx'
import { useTypeNames } from './words.ts'
import { useWrittenLabels, WrittenFields, WrittenPreview } from './WrittenFields.tsx'
import css from './Content.module.css'

/** The editor of an article, a document or a banner, in both languages. */
export function ContentEditPage() {
  const { kind, contentId } = useParams({ from: '/_signedIn/_centre/desk/content/$kind/$contentId' })
  const id = contentId === NEW ? null : contentId
  switch (kind) {
    case 'news':
      return <ArticleEditor key={contentId} id={id} />
    case 'document':
      return id === null ? <NotFoundPage /> : <DocumentEditor key={id} name={id} />
    case 'banner':
      return <BannerEditor key={contentId} id={id} />
    default:
      return <NotFoundPage />
  }
}

interface ShellProps {
  readonly kind: ContentKind
  readonly title: string
  /** `null`: the content is new, so there is nothing to wait for. */
  readonly read: UseQueryResult | null
  readonly children: ReactNode
}

function Shell({ kind, title, read, children }: ShellProps) {
  return (
    <Page
      title={title}
      heading={title}
      actions={
        <Link to="/desk/content" search={{ kind }} className={css.acts}>
          <Icon name="left" size={16} />
          <Trans>All content</Trans>
        </Link>
      }
    >
      {read?.isError && read.data === undefined ? (
        <ReadProblem read={read} />
      ) : read?.isPending ? (
        <TableSkeleton />
      ) : (
        children
      )}
    </Page>
  )
}

const articleOf = ({ version, content, versions }: NewsInfo): Edited<TypedArticle> => ({
  version,
  typed: typedArticle(content),
  versions,
})
const documentOf = ({ version, content, versions }: DocumentInfo): Edited<TypedWritten> => ({
  version,
  typed: typedWritten(content),
  versions,
})
const bannerOf = ({ version, content, versions }: BannerInfo): Edited<TypedBanner> => ({
  version,
  typed: typedBanner(content),
  versions,
})
const begun = <T,>(typed: T): Edited<T> => ({ version: 0, typed, versions: [] })

function ArticleEditor({ id }: { readonly id: string | null }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const read = useQuery({ ...newsEditQuery(id ?? NEW), enabled: id !== null })
  const [fresh] = useState(() => begun(typedArticle(newArticle(client.time.now()))))
  const types = useTypeNames()
  const labels = { ...useWrittenLabels(), type: t`Type`, publishedTime: t`Published from (Beijing time)` }
  return (
    <Shell kind="news" title={id === null ? t`New article` : t`Article`} read={id === null ? null : read}>
      <EditForm<TypedArticle>
        kind="news"
        id={id}
        edited={read.data ? articleOf(read.data) : fresh}
        schema={ARTICLE_RULES}
        labels={labels}
        send={async (value, version, options) => {
          const body = { newsId: id, version, content: meantArticle(value) }
          const saved = await client.calls.send('newsSave', { body }, options)
          return { id: saved.newsId, version: saved.version }
        }}
        read={async (version) =>
          articleOf(await queries.fetchQuery({ ...newsEditQuery(id ?? NEW, version), staleTime: 0 }))
        }
        remove={
          id === null ? undefined : (version) => client.calls.send('newsDelete', { body: { newsId: id, version } })
        }
        fields={(form) => (
          <WrittenFields form={form} kind="news" id={id}>
            <div className={css.fields}>
              <SelectField label={labels.type} {...form.field('type')}>
                {Object.entries(types).map(([type, name]) => (
                  <option key={type} value={type}>
                    {name}
                  </option>
                ))}
              </SelectField>
              <Field
                label={labels.publishedTime}
                type="datetime-local"
                hint={<Trans>Readers do not see it before.</Trans>}
                {...form.field('publishedTime')}
              />
            </div>
          </WrittenFields>
        )}
        preview={(value) => <WrittenPreview value={value} />}
      />
    </Shell>
  )
}

function DocumentEditor({ name }: { readonly name: string }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const read = useQuery(documentEditQuery(name))
  const labels = useWrittenLabels()
  const title = read.data ? read.data.content[client.locale === 'zh' ? 'titleZh' : 'titleEn'] : t`Text`
  return (
    <Shell kind="document" title={title} read={read}>
      {read.data && (
        <EditForm<TypedWritten>
          kind="document"
          id={name}
          edited={documentOf(read.data)}
          schema={read.data.kind === 'agreement' ? AGREEMENT_RULES : WRITTEN_RULES}
          labels={labels}
          send={async (content, version, options) => {
            const body = { name, version, content: typedWritten(content) }
            const saved = await client.calls.send('documentSave', { body }, options)
            return { id: saved.name, version: saved.version }
          }}
          read={async (version) =>
            documentOf(await queries.fetchQuery({ ...documentEditQuery(name, version), staleTime: 0 }))
          }
          fields={(form) => (
            <WrittenFields form={form} kind="document" id={name}>
              {read.data.kind === 'agreement' && <AgreementNotice />}
            </WrittenFields>
          )}
          preview={(value) => <WrittenPreview value={value} />}
        />
      )}
    </Shell>
  )
}

function AgreementNotice() {
  const gaps = AGREEMENT_GAPS.map((gap) => `{{${gap}}}`).join(' ')
  return (
    <div className={css.notice}>
      <p>
        <Trans>
          Each company signs this text once it is certified, with its own data in the gaps: <code>{gaps}</code>
        </Trans>
      </p>
      <p>
        <Trans>
          Companies that have not signed yet get the new text when you save it. What is signed stands until the
          company’s data change.
        </Trans>
      </p>
    </div>
  )
}

function BannerEditor({ id }: { readonly id: string | null }) {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const read = useQuery({ ...bannerEditQuery(id ?? NEW), enabled: id !== null })
  const [fresh] = useState(() => begun(typedBanner(newBanner(client.time.now()))))
  return (
    <Shell kind="banner" title={id === null ? t`New banner` : t`Banner`} read={id === null ? null : read}>
      <EditForm<TypedBanner>
        kind="banner"
        id={id}
        edited={read.data ? bannerOf(read.data) : fresh}
        schema={BANNER_RULES}
        figures={BANNER_FIGURES}
        labels={useBannerLabels()}
        send={async (value, version, options) => {
          const body = { bannerId: id, version, content: meantBanner(value) }
          const saved = await client.calls.send('bannerSave', { body }, options)
          return { id: saved.bannerId, version: saved.version }
        }}
        read={async (version) =>
          bannerOf(await queries.fetchQuery({ ...bannerEditQuery(id ?? NEW, version), staleTime: 0 }))
        }
        remove={
          id === null ? undefined : (version) => client.calls.send('bannerDelete', { body: { bannerId: id, version } })
        }
        fields={(form) => <BannerFields form={form} id={id} />}
        preview={(value) => <BannerPreview value={value} />}
      />
    </Shell>
  )
}
