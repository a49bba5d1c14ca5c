import { UpdateNotice } from '../../boot/pwa/UpdateNotice.tsx'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'

export const AllHosts = () => (
  <>
    <UpdateNotice />
    <ToastHost />
    <ConfirmHost />
  </>
)
