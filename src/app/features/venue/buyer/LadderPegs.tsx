import { Trans, useLingui } from '@lingui/react/macro'
import type { Lot } from '../../../../domain/lot.ts'
import { formatMinor } from '../../../../domain/units.ts'
import { formatMoney } from '../../../lib/format/index.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { Peg } from '../ladder.ts'
import { isRunning } from '../marks.ts'
import { Shape } from '../parts/Shape.tsx'
import css from './PriceLadder.module.css'

/** Marks on the ladder: the leader, the buyer's own bid, the buyer's ceiling; each with a shape and a word. */
export function LadderPegs({ pegs, lot }: { readonly pegs: readonly Peg[]; readonly lot: Lot }) {
  return (
    <div className={css.pegs} aria-hidden="true">
      {pegs.map((peg) => (
        <span key={peg.kind} className={css.peg} data-peg={peg.kind} style={{ left: `${peg.place * 100}%` }}>
          <span className={css.word} style={{ transform: `translateX(${-100 * peg.place}%)` }}>
            {peg.off === 'below' && '‹'}
            <PegWord peg={peg} lot={lot} />
            {peg.off === 'above' && '›'}
          </span>
        </span>
      ))}
    </div>
  )
}

function PegWord({ peg, lot }: { readonly peg: Peg; readonly lot: Lot }) {
  switch (peg.kind) {
    case 'leader':
      return (
        <>
          <Shape name="diamond" size={9} />
          <Trans context="ladder">No. {lot.leading?.number}</Trans>
        </>
      )
    case 'me':
      return (
        <>
          <Shape name="up" size={9} />
          <Trans context="ladder">Me</Trans>
        </>
      )
    case 'ceiling':
      return (
        <>
          <Icon name="flag" size={11} />
          <Trans context="ladder">Ceiling</Trans>
        </>
      )
  }
}

/** The marks in words, for a screen reader. */
export function usePegWords(lot: Lot, pegs: readonly Peg[]): string {
  const { t } = useLingui()
  const words = pegs.map(({ kind, price }) => {
    const amount = formatMoney(formatMinor(price), lot.currency)
    switch (kind) {
      case 'leader':
        return isRunning(lot)
          ? t`Number ${lot.leading?.number} leads at ${amount}.`
          : t`Number ${lot.leading?.number} bid highest: ${amount}.`
      case 'me':
        return t`Your bid: ${amount}.`
      case 'ceiling':
        return t`Your ceiling: ${amount}.`
    }
  })
  return words.join(' ')
}
