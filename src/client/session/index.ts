export { readCookie, writeCookie, dropCookies } from './cookies.ts'
export { safeRedirect } from './safeRedirect.ts'
export {
  clearVenue,
  currentAccount,
  endSession,
  recognised,
  refreshSession,
  sellerToken,
  signInEnded,
  signedIn,
  signInStatus,
  watchSession,
} from './session.ts'
export { enterVenue, takeSeat, venueSearch, type VenueDoor, type VenueInfo } from './venueEntry.ts'
