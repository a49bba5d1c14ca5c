import { UpdateNotice } from '../../pwa/UpdateNotice.tsx'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'

export const AllHosts = () => (
  <>
    <UpdateNotice />
    <ToastHost />
    <ConfirmHost />
  </>
)
