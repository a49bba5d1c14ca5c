import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { hasPermission } from '../../../lib/permissions.ts'
import { useScreenTitle } from '../../../lib/screenTitle.ts'
import { useWho } from '../../../lib/user.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { ListPage } from '../../../ui/table/ListPage.tsx'
import type { TableColumn } from '../../../ui/table/Table.tsx'
import {
  bannerEditListQuery,
  documentEditListQuery,
  newsEditListQuery,
  type BannerRow,
  type DocumentRow,
  type NewsRow,
} from './queries.ts'
import { CONTENT_KINDS, contentSearch, NEW, type ContentKind, type ContentSearch } from './search.ts'
import { useTypeNames } from './words.ts'
import css from './Content.module.css'

/** The public content besides sales: news, rules and help, banners of the home page. */
export function ContentPage() {
  const search = useSearch({ from: '/_signedIn/_centre/desk/content/' })
  const who = useWho()
  const allowed = CONTENT_KINDS.filter((kind) => who.kind === 'user' && hasPermission(who.user, `content:${kind}:edit`))
  const kind = allowed.find((one) => one === search.kind) ?? allowed[0]
  switch (kind) {
    case 'document':
      return <Documents allowed={allowed} />
    case 'banner':
      return <Banners allowed={allowed} />
    default:
      return <News allowed={allowed} search={search} />
  }
}

interface Shown {
  readonly allowed: readonly ContentKind[]
}

function Kinds({ allowed, kind }: Shown & { readonly kind: ContentKind }) {
  const { t } = useLingui()
  const names = { news: t`News`, document: t`Rules and help`, banner: t`Banners` }
  if (allowed.length < 2) return null
  return (
    <nav className={css.kinds} aria-label={t`Kind of content`}>
      {allowed.map((one) => (
        <Link
          key={one}
          to="/desk/content"
          search={{ kind: one }}
          className={buttonClass({ variant: one === kind ? 'line' : 'quiet', size: 'small' })}
          aria-current={one === kind ? 'page' : undefined}
        >
          {names[one]}
        </Link>
      ))}
    </nav>
  )
}

const NewLink = ({ kind, children }: { readonly kind: ContentKind; readonly children: ReactNode }) => (
  <Link to="/desk/content/$kind/$contentId" params={{ kind, contentId: NEW }} className={buttonClass()}>
    <Icon name="plus" size={18} />
    {children}
  </Link>
)

function Edit({ kind, id, title }: { readonly kind: ContentKind; readonly id: string; readonly title: string }) {
  const { t } = useLingui()
  return (
    <Link
      to="/desk/content/$kind/$contentId"
      params={{ kind, contentId: id }}
      className={buttonClass({ variant: 'line', size: 'small' })}
      aria-label={t`Edit ${title}`}
      data-open
    >
      <Trans>Edit</Trans>
    </Link>
  )
}

const useTitle = () => {
  const { locale } = useClient()
  return ({ titleZh, titleEn }: { readonly titleZh: string; readonly titleEn: string }) =>
    locale === 'zh' ? titleZh : titleEn
}

function News({ allowed, search }: Shown & { readonly search: ContentSearch }) {
  const { t } = useLingui()
  const client = useClient()
  const navigate = useNavigate({ from: '/desk/content/' })
  const title = useTitle()
  const types = useTypeNames()
  const apply = (next: object): void =>
    void navigate({ search: (newest) => contentSearch({ ...newest, ...next }), replace: true })
  const columns: readonly TableColumn<NewsRow>[] = [
    {
      key: 'title',
      header: t({ message: 'Title', context: 'article' }),
      main: true,
      body: (row) => <strong>{title(row)}</strong>,
    },
    { key: 'type', header: t`Type`, body: ({ type }) => types[type] ?? '–' },
    {
      key: 'published',
      header: t`Published`,
      body: ({ publishedTime }) => (
        <>
          <time translate="no" dateTime={publishedTime}>
            {formatMoment(publishedTime, client.locale)}
          </time>{' '}
          {Date.parse(publishedTime) > client.time.now() && (
            <Mark tone="warn" icon="clock">
              <Trans>Planned</Trans>
            </Mark>
          )}
        </>
      ),
    },
    { key: 'version', header: t`Version`, figures: true, body: ({ version }) => version },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (row) => <Edit kind="news" id={row.newsId} title={title(row)} />,
    },
  ]
  return (
    <ListPage
      title={useScreenTitle('DeskContent')}
      sub={<Trans>Readers see an article from its publish date on.</Trans>}
      list={useQuery(newsEditListQuery(search))}
      dataKey="newsId"
      columns={columns}
      search={search}
      onTurn={apply}
      actions={
        <NewLink kind="news">
          <Trans>New article</Trans>
        </NewLink>
      }
      filters={
        <search>
          <Kinds allowed={allowed} kind="news" />
          <SearchField
            value={search.keyword ?? ''}
            placeholder={t({ message: 'Title', context: 'article' })}
            onSearch={(keyword) => apply({ keyword, page: undefined })}
          />
        </search>
      }
      empty={<Empty title={<Trans>There is no article.</Trans>} />}
    />
  )
}

function Documents({ allowed }: Shown) {
  const { t } = useLingui()
  const client = useClient()
  const columns: readonly TableColumn<DocumentRow>[] = [
    {
      key: 'title',
      header: t({ message: 'Title', context: 'article' }),
      main: true,
      body: ({ title, summary }) => (
        <>
          <strong>{title}</strong>
          <small>{summary}</small>
        </>
      ),
    },
    {
      key: 'changed',
      header: t`Changed`,
      body: ({ changedTime }) => (
        <time translate="no" dateTime={changedTime}>
          {formatMoment(changedTime, client.locale)}
        </time>
      ),
    },
    { key: 'version', header: t`Version`, figures: true, body: ({ version }) => version },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: ({ name, title }) => <Edit kind="document" id={name} title={title} />,
    },
  ]
  return (
    <ListPage
      title={useScreenTitle('DeskContent')}
      sub={<Trans>Rules, agreements and help. A change stands at once, and earlier versions are kept.</Trans>}
      list={useQuery(documentEditListQuery)}
      dataKey="name"
      columns={columns}
      search={{}}
      onTurn={() => undefined}
      filters={
        <search>
          <Kinds allowed={allowed} kind="document" />
        </search>
      }
      empty={<Empty title={<Trans>There is no text.</Trans>} />}
    />
  )
}

function Banners({ allowed }: Shown) {
  const { t } = useLingui()
  const client = useClient()
  const title = useTitle()
  const columns: readonly TableColumn<BannerRow>[] = [
    { key: 'position', header: t`Position`, figures: true, body: ({ position }) => position },
    {
      key: 'title',
      header: t({ message: 'Title', context: 'article' }),
      main: true,
      body: (row) => <strong>{title(row)}</strong>,
    },
    {
      key: 'shown',
      header: t`Shown`,
      body: ({ shownFrom, shownUntil }) => (
        <>
          <time translate="no" dateTime={shownFrom}>
            {formatMoment(shownFrom, client.locale)}
          </time>
          {' – '}
          {shownUntil && (
            <time translate="no" dateTime={shownUntil}>
              {formatMoment(shownUntil, client.locale)}
            </time>
          )}
        </>
      ),
    },
    { key: 'state', header: t`Status`, body: (row) => <BannerMark row={row} /> },
    {
      key: 'acts',
      header: t`Actions`,
      acts: true,
      body: (row) => <Edit kind="banner" id={row.bannerId} title={title(row)} />,
    },
  ]
  return (
    <ListPage
      title={useScreenTitle('DeskContent')}
      sub={<Trans>On the home page, above the news: the first five that are shown now.</Trans>}
      list={useQuery(bannerEditListQuery)}
      dataKey="bannerId"
      columns={columns}
      search={{}}
      onTurn={() => undefined}
      actions={
        <NewLink kind="banner">
          <Trans>New banner</Trans>
        </NewLink>
      }
      filters={
        <search>
          <Kinds allowed={allowed} kind="banner" />
        </search>
      }
      empty={
        <Empty title={<Trans>There is no banner.</Trans>}>
          <Trans>A banner announces a sale or a rule on the home page.</Trans>
        </Empty>
      }
    />
  )
}

function BannerMark({ row: { shownFrom, shownUntil } }: { readonly row: BannerRow }) {
  const now = useClient().time.now()
  if (Date.parse(shownFrom) > now)
    return (
      <Mark tone="warn" icon="clock">
        <Trans>Planned</Trans>
      </Mark>
    )
  return shownUntil !== null && Date.parse(shownUntil) <= now ? (
    <Mark tone="calm" icon="stop">
      <Trans context="banner">Over</Trans>
    </Mark>
  ) : (
    <Mark tone="good" icon="check">
      <Trans>Shown now</Trans>
    </Mark>
  )
}
