import { UpdateNotice } from '../../boot/pwa/UpdateNotice.tsx'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { SecondFactorHost } from '../../ui/SecondFactorHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'

export const AllHosts = () => (
  <>
    <UpdateNotice />
    <ToastHost />
    <ConfirmHost />
    <SecondFactorHost />
  </>
)
