import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Steps } from '../../../ui/Steps.tsx'
import css from './Contract.module.css'
import type { ContractInfo } from './queries.ts'

interface Props {
  readonly contract: ContractInfo
}

/** The contract's state, and warnings to see before reading. */
export function Standing({ contract, changing }: Props & { readonly changing: boolean }) {
  const { status, onHold, history } = contract
  const last = history.at(-1)
  return (
    <>
      {status !== 4 && (
        <div className={css.quiet}>
          <Steps
            names={[
              <Trans key="buyer">Buyer signs</Trans>,
              <Trans key="seller">Seller signs</Trans>,
              <Trans key="platform">Platform verifies</Trans>,
              <Trans key="done" context="contract">
                Complete
              </Trans>,
            ]}
            at={status === 3 ? 5 : status + 1}
          />
        </div>
      )}
      {/* Hidden from the party that is making the new version. */}
      {!changing && <NewVersion contract={contract} />}
      {status === 4 && (
        <Note tone="bad" icon="cross" title={<Trans>This contract is terminated.</Trans>}>
          {last?.reason}
        </Note>
      )}
      {status === 0 && last?.act === 'returned' && (
        <Note
          tone="warn"
          icon="alert"
          title={
            last.by === 'seller' ? (
              <Trans>The seller has returned the contract to the buyer.</Trans>
            ) : (
              <Trans>The platform has returned the contract to the buyer.</Trans>
            )
          }
        >
          {last.reason}
        </Note>
      )}
      {onHold && status < 3 && (
        <Note tone="warn" icon="pause" title={<Trans>A deal of this contract is on hold.</Trans>}>
          <Trans>The platform is reviewing the deal. Nobody can sign until the deal is released.</Trans>
        </Note>
      )}
    </>
  )
}

/** Warns that the content has changed while the page was open, so that a reader in the middle of it notices. */
function NewVersion({ contract: { hash, version } }: Props) {
  const [read, setRead] = useState(hash)
  const box = useRef<HTMLDivElement>(null)
  const changed = read !== hash
  useEffect(() => {
    if (changed) box.current?.scrollIntoView({ block: 'nearest' })
  }, [changed])
  if (!changed) return null
  return (
    <div className={classes(css.note, css.warn)} role="alert" ref={box}>
      <Icon name="alert" />
      <div>
        <p className={css.noteTitle}>
          <Trans>The contract has changed: this is version {version} now.</Trans>
        </p>
        <p>
          <Trans>Read it anew. Signatures of the version before are cleared.</Trans>
        </p>
      </div>
      <Button variant="line" size="small" onClick={() => setRead(hash)}>
        <Trans>Understood</Trans>
      </Button>
    </div>
  )
}

function Note({
  tone,
  icon,
  title,
  children,
}: {
  readonly tone: 'bad' | 'warn'
  readonly icon: IconName
  readonly title: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className={classes(css.note, css[tone])}>
      <Icon name={icon} />
      <div>
        <p className={css.noteTitle}>{title}</p>
        {children && <p>{children}</p>}
      </div>
    </div>
  )
}
