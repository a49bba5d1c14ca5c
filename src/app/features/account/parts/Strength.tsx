import { Trans } from '@lingui/react/macro'
import { classes } from '../../../ui/classes.ts'
import { strengthOf, type Strength } from './strength.ts'
import css from './Strength.module.css'

const BARS: Readonly<Record<Strength, number>> = { short: 0, weak: 1, fair: 2, strong: 3 }

/** The strength of a password in words; the bars only repeat them. */
export function PasswordStrength({
  password,
  known,
}: {
  readonly password: string
  readonly known: readonly string[]
}) {
  const strength = strengthOf(password, known)
  return (
    <output className={classes(css.strength, password !== '' && css[strength])}>
      {password === '' ? null : (
        <>
          <span className={css.bars} aria-hidden="true">
            {[1, 2, 3].map((bar) => (
              <i key={bar} data-on={bar <= BARS[strength] || undefined} />
            ))}
          </span>
          <Words strength={strength} />
        </>
      )}
    </output>
  )
}

function Words({ strength }: { readonly strength: Strength }) {
  switch (strength) {
    case 'short':
      return <Trans>Too short yet</Trans>
    case 'weak':
      return <Trans>Weak: easy to guess</Trans>
    case 'fair':
      return <Trans>Fair: longer is better</Trans>
    case 'strong':
      return <Trans>Strong</Trans>
  }
}
