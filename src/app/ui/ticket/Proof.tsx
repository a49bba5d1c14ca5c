import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { verifyReceipt, type Genuine } from '../../../client/room/verify.ts'
import type { Missing } from '../../../client/room/witness.ts'
import type { Receipt } from '../../../contract/verdict.ts'
import { Mark } from '../Mark.tsx'
import css from './Proof.module.css'
import { useReceiptKeys } from './useReceiptKeys.ts'

/** The data that verifies a receipt: the entry in the sale's log, its hash, the key that signed it. */
export const Proof = ({ receipt: { body, keyId } }: { readonly receipt: Receipt }) => (
  <dl className={css.proof}>
    <dt>
      <Trans>Log entry</Trans>
    </dt>
    <dd>{body.seq}</dd>
    <dt>
      <Trans>Hash</Trans>
    </dt>
    <dd className={css.hash}>{body.hash}</dd>
    <dt>
      <Trans>Key</Trans>
    </dt>
    <dd className={css.hash}>{keyId}</dd>
  </dl>
)

/** Whether the room's key signed the receipt, as checked on this device; `missing`: whether its log was found to lack it. */
export function GenuineMark({ receipt, missing }: { readonly receipt: Receipt; readonly missing?: Missing }) {
  const keys = useReceiptKeys()
  const { data } = useQuery({
    queryKey: ['venue', 'receipt', receipt.keyId, receipt.signature, keys?.length ?? 0],
    queryFn: () => (keys ? verifyReceipt(receipt, keys) : null),
    meta: { fleeting: true },
    staleTime: Number.POSITIVE_INFINITY,
    // The check runs on the device and sends nothing.
    networkMode: 'always',
  })
  if (missing?.denied.includes(receipt) === true)
    return (
      <Mark tone="bad" icon="alert">
        <Trans>Genuine, but missing in the sale’s log</Trans>
      </Mark>
    )
  if (missing?.lost.includes(receipt) === true)
    return (
      <Mark tone="warn" icon="alert">
        <Trans>Lost when the room was restored from a backup</Trans>
      </Mark>
    )
  return data ? (
    <GenuineWords genuine={data} />
  ) : (
    <Mark tone="calm" icon="clock">
      <Trans>Not checked yet: the keys are not here</Trans>
    </Mark>
  )
}

function GenuineWords({ genuine }: { readonly genuine: Genuine }) {
  switch (genuine) {
    case 'valid':
      return (
        <Mark tone="good" icon="check">
          <Trans>Signature valid</Trans>
        </Mark>
      )
    case 'forged':
      return (
        <Mark tone="bad" icon="cross">
          <Trans>Signature invalid</Trans>
        </Mark>
      )
    case 'unknownKey':
      return (
        <Mark tone="warn" icon="alert">
          <Trans>Key not published yet</Trans>
        </Mark>
      )
    case 'cannotTell':
      return (
        <Mark tone="calm" icon="alert">
          <Trans>This browser cannot check it; the saved file can be checked elsewhere</Trans>
        </Mark>
      )
  }
}
