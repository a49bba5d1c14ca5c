import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useClient } from '../../lib/client.ts'
import { formatClock, formatDay, formatWeekday } from '../../lib/format/index.ts'
import { classes } from '../classes.ts'
import type { TicketFace } from './face.ts'
import css from './Ticket.module.css'

interface Props {
  readonly face: TicketFace
  /** Level of the ticket's heading on its page. */
  readonly level?: 2 | 3
  /** Picture of the timber, on the stub. */
  readonly picture?: ReactNode
  /** The title as a link. */
  readonly heading?: ReactNode
  /** Further details. */
  readonly children?: ReactNode
  /** The current state, beside the title. */
  readonly mark?: ReactNode
  /** The reader's actions. */
  readonly acts?: ReactNode
  /** Technical details that only a proof needs, below a tear. */
  readonly technical?: ReactNode
}

/**
 * A ticket of a deal, from the sale to the contract: kraft stub with the date and the buyer's stamp, timber, money,
 * seal.
 */
export function Ticket({ face, level = 2, picture, heading, children, mark, acts, technical }: Props) {
  const { id, kind, name, title, facts, lines, isVoid } = face
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={css.holder}>
      <article className={classes(css.ticket, isVoid && css.void)} aria-labelledby={id} data-ticket={kind}>
        <Stub face={face} picture={picture} />
        <div className={css.body}>
          <p className={css.kind}>{name}</p>
          <div className={css.head}>
            <Heading id={id}>{heading ?? title}</Heading>
            {mark}
          </div>
          {facts.length > 0 && <p className={css.facts}>{facts.join(' · ')}</p>}
          <dl className={css.lines}>
            {lines.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {children}
        </div>
        <Money face={face} />
        {acts && <div className={css.acts}>{acts}</div>}
        {technical && (
          <details className={css.technical}>
            <summary>
              <Trans>Technical</Trans>
            </summary>
            {technical}
          </details>
        )}
      </article>
    </div>
  )
}

function Stub({ face: { at, lot, number }, picture }: { readonly face: TicketFace; readonly picture?: ReactNode }) {
  const { locale } = useClient()
  return (
    <div className={css.stub}>
      {picture && <div className={css.picture}>{picture}</div>}
      {lot !== null && <span className={css.lot}>{lot}</span>}
      <time translate="no" className={css.when} dateTime={at}>
        <span className={css.day}>{formatDay(at, locale)}</span>
        <span>
          {formatWeekday(at, locale)} {formatClock(at)} UTC+8
        </span>
      </time>
      {number !== null && (
        <span className={css.stamp}>
          <small>
            <Trans>Bidding number</Trans>
          </small>
          <b>{number}</b>
        </span>
      )}
    </div>
  )
}

function Money({ face: { sum, seal } }: { readonly face: TicketFace }) {
  if (sum === null && seal === null) return null
  return (
    <div className={css.money}>
      {sum && (
        <p className={css.sum}>
          {sum.of !== null && <span>{sum.of}</span>}
          <span>{sum.label}</span>
          <strong>{sum.value}</strong>
        </p>
      )}
      {seal !== null && <Seal>{seal}</Seal>}
    </div>
  )
}

/** The red seal of a deal; its text is repeated in words beside it. */
export const Seal = ({ children }: { readonly children: ReactNode }) => (
  <span className={css.seal} aria-hidden="true">
    {children}
  </span>
)
