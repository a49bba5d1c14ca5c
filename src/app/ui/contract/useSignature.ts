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
  /** The server's key: passwords that wait in the outbox are sealed to it. */
  readonly passwordKey: string
  /** Called when the signature returns, because the server refused it or the signer took it back. */
  readonly onBack: (item: FormItem, error: ReturnType<typeof refusalOf>, pressedHere: boolean) => void
}

export type WaitingSignature = FormItem & { readonly signed: SignedVersion }

/** Sends signatures through the outbox, and returns the one that waits there. */
export function useSignature({ form, signed, passwordKey, onBack }: Given) {
  const client = useClient()
  const { outbox, view } = useOutbox()
  /** Id of the outbox item that was submitted on this page, not merely found there. */
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
    // The signer reads the reason, and the signature is still in the form, so the item can be removed.
    void outbox?.remove([item.id])
  }, [item, outbox, pressed])
  const isGoing = item !== undefined && item.signed !== undefined && isDue(item)
  return {
    /**
     * Stores the signature on the device and sends it. False where the password cannot be sealed: the form then sends
     * it directly.
     */
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
    /** The signature that waits on this device. */
    waiting: isGoing ? (item as WaitingSignature) : null,
    /** The first attempt of a signature made on this page is in progress. */
    isSending: isGoing && item.id === pressed && item.tries === 0 && item.error === null && !view.needsSignIn,
    needsSignIn: view.needsSignIn,
    retry: () => item && void outbox?.retry(item.id),
    takeBack: () => {
      if (!item) return
      void outbox?.remove([item.id]).then(() => onBack(item, null, true))
    },
  }
}
