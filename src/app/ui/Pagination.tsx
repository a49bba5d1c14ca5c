import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { PAGE_SIZES } from '../../contract/constants.ts'
import { wholeIn } from '../lib/form/figure.ts'
import { groupThousands } from '../lib/format/index.ts'
import { useDesktop } from '../lib/media.ts'
import { scrollToTop } from '../lib/scroll.ts'
import { PlainButton } from './Button.tsx'
import { classes } from './classes.ts'
import field from './Field.module.css'
import { Icon } from './Icon.tsx'
import { pagerItems } from './pager.ts'
import css from './Pagination.module.css'

interface PaginationProps {
  readonly total: number
  readonly page: number
  readonly size: number
  /** Called after the component has scrolled the page to its top. */
  readonly onChange: (next: { readonly page: number; readonly size: number }) => void
}

/**
 * Total, sizes, previous, pager, next, jumper (spec §9). A page behind the last one, whose rows were deleted,
 * gives way to the last.
 */
export function Pagination({ total, page, size, onChange }: PaginationProps) {
  const { t } = useLingui()
  const many = groupThousands(total)
  const pages = Math.max(1, Math.ceil(total / size))
  const leaveEmptyPage = useEffectEvent(() => onChange({ page: pages, size }))
  useEffect(() => {
    if (page > pages) leaveEmptyPage()
  }, [page, pages])
  const items = pagerItems(page, pages, useDesktop() ? 7 : 5)
  // Said once it is turned: the rows that come are no news to a screen reader by themselves.
  const [isTurned, setTurned] = useState(false)
  const turn = (next: { readonly page: number; readonly size: number }): void => {
    setTurned(true)
    scrollToTop()
    onChange(next)
  }
  const turnTo = (to: number): void => {
    const next = Math.min(Math.max(1, to), pages)
    if (next !== page) turn({ page: next, size })
  }
  return (
    <nav className={css.bar} aria-label={t`Pages`}>
      <p className={css.total}>
        <Trans>{many} in all</Trans>
      </p>
      <select
        className={classes(field.control, field.select, css.size)}
        aria-label={t`Per page`}
        value={size}
        onChange={(event) => turn({ page: 1, size: Number(event.target.value) })}
      >
        {PAGE_SIZES.map((count) => (
          <option key={count} value={count}>{t`${count} per page`}</option>
        ))}
      </select>
      <div className={css.pages}>
        <PlainButton
          className={css.page}
          aria-label={t`Previous page`}
          disabled={page <= 1}
          onClick={() => turnTo(page - 1)}
        >
          <Icon name="left" size={18} />
        </PlainButton>
        {items.map((item) =>
          typeof item === 'number' ? (
            <button
              key={item}
              type="button"
              className={css.page}
              aria-label={t`Page ${item}`}
              aria-current={item === page ? 'page' : undefined}
              onClick={() => turnTo(item)}
            >
              {item}
            </button>
          ) : (
            <span key={item} className={css.gap} aria-hidden="true">
              …
            </span>
          ),
        )}
        <PlainButton
          className={css.page}
          aria-label={t`Next page`}
          disabled={page >= pages}
          onClick={() => turnTo(page + 1)}
        >
          <Icon name="right" size={18} />
        </PlainButton>
      </div>
      {pages > 1 && <Jumper pages={pages} onGo={turnTo} />}
      <output className="visually-hidden">
        {isTurned && (
          <Trans>
            Page {page} of {pages}
          </Trans>
        )}
      </output>
    </nav>
  )
}

function Jumper({ pages, onGo }: { readonly pages: number; readonly onGo: (page: number) => void }) {
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const page = wholeIn(typed, Number.MAX_SAFE_INTEGER)
    if (page !== null && page >= 1) onGo(Math.min(page, pages))
    setTyped('')
  }
  return (
    <form onSubmit={submit}>
      <label>
        <Trans>Go to page</Trans>{' '}
        <input
          className={classes(field.control, css.jump)}
          inputMode="numeric"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </form>
  )
}
