import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { isFar } from '../../domain/prices.ts'
import { formatMinor, minor, type Currency, type Unit } from '../../domain/units.ts'
import { Button } from './Button.tsx'
import css from './useFar.module.css'
import { Icon } from './Icon.tsx'
import { Money } from './Money.tsx'

/** An amount about to be sent, and the one that stands; minor units. */
export interface FarPair {
  readonly amount: number | null
  readonly stands: number | null
  readonly currency: Currency
  readonly per?: Unit | undefined
}

interface Far {
  /** Asks about amounts far from those that stand (`isFar`); false: nothing is to be asked, or it was answered. */
  readonly asks: () => boolean
  /** The question, until it is answered or an amount changes; `onYes` sends. */
  readonly question: (onYes: () => void) => ReactNode
}

/** Asks once, inside the form, before an amount far from the one that stands is sent. */
export function useFar(...pairs: readonly FarPair[]): Far {
  const [asked, setAsked] = useState<string | null>(null)
  const far = pairs.filter(({ amount, stands }) => amount !== null && isFar(amount, stands))
  const key = JSON.stringify(far)
  return {
    asks: () => {
      if (far.length === 0) return false
      setAsked(key)
      return true
    },
    question: (onYes) =>
      far.length > 0 && asked === key ? (
        <FarQuestion
          pairs={far}
          onYes={() => {
            setAsked(null)
            onYes()
          }}
        />
      ) : null,
  }
}

const intoView = (box: HTMLElement | null): void => box?.scrollIntoView({ block: 'nearest' })

/** Names each amount and the one that stands, with a button that sends. */
export function FarQuestion({ pairs, onYes }: { readonly pairs: readonly FarPair[]; readonly onYes: () => void }) {
  return (
    <div className={css.far} role="alert" ref={intoView}>
      {pairs.map(({ amount, stands, currency, per }) => {
        const [typed, now] = [amount ?? 0, stands ?? 0].map((one) => (
          <Money key={one} amount={formatMinor(minor(one))} currency={currency} {...(per && { per })} />
        ))
        return (
          <p key={`${amount} ${stands}`}>
            <Icon name="alert" size={16} />
            <span>
              {(amount ?? 0) > (stands ?? 0) ? (
                <Trans>
                  {typed} is more than five times {now}, which stands now.
                </Trans>
              ) : (
                <Trans>
                  {typed} is less than a fifth of {now}, which stands now.
                </Trans>
              )}
            </span>
          </p>
        )
      })}
      <Button
        variant="line"
        size="small"
        // The second press of a double-click is not an answer: it was begun before the question stood there.
        onClick={({ detail }) => detail <= 1 && onYes()}
      >
        <Trans>It is right: send it</Trans>
      </Button>
    </div>
  )
}
