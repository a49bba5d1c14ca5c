import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useClient } from '../../../lib/client.ts'
import { formatMoment } from '../../../lib/format/index.ts'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import css from './Contract.module.css'
import { oldPdfOf } from './pdf.ts'
import type { ContractInfo } from './queries.ts'

type Step = ContractInfo['history'][number]

const ACT: Readonly<Record<Step['act'], MessageDescriptor>> = {
  made: msg({ context: 'contract', message: 'Made' }),
  revised: msg({ context: 'contract', message: 'Changed' }),
  signed: msg({ context: 'contract', message: 'Signed' }),
  returned: msg({ context: 'contract', message: 'Returned' }),
  verified: msg({ context: 'contract', message: 'Verified' }),
  terminated: msg({ context: 'contract', message: 'Terminated' }),
}
const BY: Readonly<Record<Step['by'], MessageDescriptor>> = {
  buyer: msg({ context: 'contract', message: 'Buyer' }),
  seller: msg({ context: 'contract', message: 'Seller' }),
  platform: msg({ context: 'contract', message: 'Platform' }),
  room: msg({ context: 'contract', message: 'Sale room' }),
}

/** Acts of the contract with their actors, newest first. */
export function History({ contract, reviewer }: { readonly contract: ContractInfo; readonly reviewer: boolean }) {
  const { history } = contract
  const { locale } = useClient()
  const { i18n } = useLingui()
  return (
    <section className={css.history} aria-labelledby="contract-history">
      <h2 id="contract-history">
        <Trans>History</Trans>
      </h2>
      <ol>
        {history.toReversed().map(({ act, by, name, at, version, reason }) => (
          <li key={`${at} ${act} ${by}`}>
            <time translate="no" dateTime={at}>
              {formatMoment(at, locale)}
            </time>
            <div>
              <p>
                <strong>{i18n._(ACT[act])}</strong> · {i18n._(BY[by])}
                {name !== null && ` · ${name}`}
                <span className={css.version}>
                  <Trans>Version {version}</Trans>
                </span>
              </p>
              {reason !== null && <p className={css.typed}>{reason}</p>}
              {(act === 'made' || act === 'revised') && version < contract.version && (
                <FileButton variant="quiet" size="small" {...oldPdfOf(contract, version)} keep={!reviewer}>
                  <Trans>PDF of version {version}</Trans>
                </FileButton>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
