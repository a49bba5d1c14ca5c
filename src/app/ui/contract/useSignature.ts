import { useEffect, useRef, useState } from 'react'
import type { FormBody, FormItem, FormKey, SignatureForm, SignedVersion } from '../../../client/outbox/items.ts'
import { FORM_CALLS, isForm, isSameForm } from '../../../client/outbox/items.ts'
import { isDue } from '../../../client/outbox/next.ts'
import { needOutbox } from '../../../client/outbox/here.ts'
import { sealPassword, type SealedPassword } from '../../../client/outbox/seal.ts'
import { useClient } from '../../lib/client.ts'
import { useOutbox } from '../../lib/useOutbox.ts'
import { refusalOf } from '../outbox/errorOf.ts'

interface Given {
  readonly form: SignatureForm
  readonly signed: SignedVersion
  /** Of the server: passwords that wait are sealed to it. */
  readonly passwordKey: string
  /** It came back, with the server's no or because its signer took it back. */
  readonly onBack: (item: FormItem, error: ReturnType<typeof refusalOf>, pressedHere: boolean) => void
}

export type WaitingSignature = FormItem & { readonly signed: SignedVersion }

/** Sends signatures through the outbox, and shows the one that waits there. */
export function useSignature({ form, signed, passwordKey, onBack }: Given) {
  const client = useClient()
  const { outbox, view } = useOutbox()
  /** Signed on this page, and not merely found there. */
  const [pressed, setPressed] = useState<string | null>(null)
  const key: FormKey = signed.id === '' ? { form } : { form, subject: signed.id }
  const item = view.items.filter(isForm).findLast((one) => isSameForm(one, key))
  const told = useRef<string | null>(null)
  const back = useRef(onBack)
  useEffect(() => {
    back.current = onBack
  }, [onBack])
  useEffect(() => {
    if (item?.state !== 'refused' || told.current === item.id) return
    told.current = item.id
    back.current(item, refusalOf(item), item.id === pressed)
    // Its signer reads why, with the signature still in the form: nothing waits any more.
    void outbox?.remove([item.id])
  }, [item, outbox, pressed])
  const isGoing = item !== undefined && item.signed !== undefined && isDue(item)
  return {
    /** Keeps the signature on the device and sends it. False where no password can be sealed: it is sent as it is. */
    keep: async (password: string, bodyWith: (sealed: SealedPassword) => FormBody): Promise<boolean> => {
      const call = FORM_CALLS[form]
      const sealed = await sealPassword(password, {
        key: passwordKey,
        call,
        hash: signed.hash,
        pressedAt: Math.round(client.time.now()),
      })
      if (sealed === null) return false
      const kept = await needOutbox(client)
      setPressed(await kept.submit(key, bodyWith(sealed), [], signed))
      return true
    },
    /** It waits on this device. */
    waiting: isGoing ? (item as WaitingSignature) : null,
    /** The first attempt of a signature of this page is under way. */
    isSending: isGoing && item.id === pressed && item.tries === 0 && item.error === null && !view.needsSignIn,
    needsSignIn: view.needsSignIn,
    retry: () => item && void outbox?.retry(item.id),
    takeBack: () => {
      if (!item) return
      void outbox?.remove([item.id]).then(() => onBack(item, null, true))
    },
  }
}
