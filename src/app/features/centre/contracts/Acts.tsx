import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type MouseEvent } from 'react'
import { describeError } from '../../../../client/calls/describe.ts'
import { useClient } from '../../../lib/client.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { notifyError } from '../../../ui/notifyError.ts'
import { ProblemLine } from '../../../ui/ProblemLine.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { notify } from '../../../ui/toast.ts'
import css from './Contract.module.css'
import type { ContractInfo } from './queries.ts'
import { isContractRefusal, useAct } from './useAct.ts'
import { OnlineButton } from '../../../ui/online/OnlineButton.tsx'

interface Props {
  readonly contract: ContractInfo
}

type Asked = 'return' | 'terminate'
const CALLS = { return: 'contractReturn', terminate: 'contractTerminate' } as const
/** Id of the panel for signing, below the paper. */
export const SIGN = 'sign-contract'

/** The party whose turn it is, and the reader's actions, visible at every scroll position. */
export function Acts({ contract }: Props) {
  const client = useClient()
  const { t, i18n } = useLingui()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { contractId, contractNo, hash, may } = contract
  const { act, refusal } = useAct(() => setAsked(null))
  const [busy, run] = useOnce((work: () => Promise<unknown>) =>
    act.mutateAsync(work).then(
      () => undefined,
      (error: unknown) => {
        // The dialog stays open and shows the reason, so a contract's refusal needs no notice.
        if (!isContractRefusal(error)) notifyError(client, error)
      },
    ),
  )
  const verify = async (): Promise<void> => {
    const sure = await confirm(client, {
      title: t`Verify contract ${contractNo}?`,
      text: t`Signing is complete then, and nothing can be changed any more.`,
      confirmLabel: t({ context: 'contract', message: 'Verify' }),
    })
    if (sure)
      run(async () => {
        await client.calls.send('contractVerify', { body: { contractId, hash } })
        notify(client, { tone: 'good', title: t`Signing complete` })
      })
  }
  return (
    <div className={css.bar}>
      {refusal && (
        <div className={css.refused}>
          <ProblemLine problem={describeError(refusal, i18n)} />
        </div>
      )}
      <p>
        <Turn contract={contract} />
      </p>
      {may.includes('terminate') && (
        <OnlineButton variant="quiet" onClick={() => setAsked('terminate')}>
          <Trans>Terminate…</Trans>
        </OnlineButton>
      )}
      {may.includes('return') && (
        <OnlineButton variant="line" onClick={() => setAsked('return')}>
          <Trans>Return…</Trans>
        </OnlineButton>
      )}
      {may.includes('revise') && (
        <Link
          to="/order/sign/detail"
          search={{ contractId, change: true }}
          className={buttonClass({ variant: 'line' })}
        >
          <Trans context="contract">Change</Trans>
        </Link>
      )}
      {may.includes('sign') && (
        <a href={`#${SIGN}`} className={buttonClass()} onClick={toPanel}>
          <Trans>Go to signing</Trans>
          <Icon name="down" size={18} />
        </a>
      )}
      {may.includes('verify') && (
        <OnlineButton busy={busy} onClick={() => void verify()}>
          <Icon name="check" size={18} />
          <Trans context="contract">Verify</Trans>
        </OnlineButton>
      )}
      {asked !== null && (
        <ActDialog
          contract={contract}
          asked={asked}
          busy={busy}
          onClose={() => setAsked(null)}
          onConfirm={(reason) => run(() => client.calls.send(CALLS[asked], { body: { contractId, hash, reason } }))}
        />
      )}
    </div>
  )
}

function toPanel(event: MouseEvent): void {
  const panel = document.getElementById(SIGN)
  if (!panel) return
  event.preventDefault()
  panel.scrollIntoView({ block: 'start' })
  panel.focus({ preventScroll: true })
}

function Turn({ contract: { status, side, may, mine } }: Props) {
  switch (status) {
    case 0:
      return may.includes('sign') ? (
        <Trans>Read it to the end, then sign it. The seller signs after you.</Trans>
      ) : side === 'buyer' ? (
        <Trans>It waits for your company’s signature.</Trans>
      ) : (
        <Trans>It waits for the buyer’s signature.</Trans>
      )
    case 1:
      return may.includes('sign') ? (
        <Trans>The buyer has signed. Read it to the end, then sign it, change it or return it.</Trans>
      ) : side === 'seller' ? (
        <Trans>It waits for your company’s signature.</Trans>
      ) : (
        <Trans>It waits for the seller’s signature.</Trans>
      )
    case 2:
      return mine ? (
        <Trans>Both parties have signed. Compare parties, goods and amounts, then verify or return it.</Trans>
      ) : (
        <Trans>Both parties have signed. The platform verifies it; nothing for you to do.</Trans>
      )
    case 3:
      return <Trans>Signing is complete. Keep a copy: print it, or export its evidence.</Trans>
    case 4:
      return <Trans>Signing was terminated. Lots whose deals stand can be put into another contract.</Trans>
  }
}

function ActDialog({
  contract: { contractNo, side },
  asked,
  ...rest
}: Props & {
  readonly asked: Asked
  readonly busy: boolean
  readonly onClose: () => void
  readonly onConfirm: (reason: string) => void
}) {
  const { t } = useLingui()
  return asked === 'return' ? (
    <ReasonDialog
      {...rest}
      title={t`Return contract ${contractNo} to the buyer`}
      about={t`All signatures are cleared. The buyer reads this reason, changes the contract, and signs it again.`}
      samples={[
        t`The target port is not the one agreed on.`,
        t`The bank data are incomplete.`,
        t`The company name differs from the certificate.`,
      ]}
      confirmLabel={t`Return`}
    />
  ) : (
    <ReasonDialog
      {...rest}
      danger
      title={t`Terminate contract ${contractNo}`}
      about={t`It cannot be signed any more. Its lots can be put into another contract. Both parties read this reason.`}
      samples={
        side === 'buyer'
          ? [t`We make another contract with other lots.`, t`The particulars are wrong.`]
          : [t`The parties have agreed not to sign it.`, t`The buyer did not pay.`]
      }
      confirmLabel={t`Terminate`}
    />
  )
}
