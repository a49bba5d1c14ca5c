export { readCookie, writeCookie, dropCookies } from './cookies.ts'
export { safeRedirect } from './safeRedirect.ts'
export {
  clearVenue,
  currentAccount,
  endSession,
  recognised,
  refreshSession,
  sellerToken,
  signedIn,
  standing,
  watchSession,
} from './session.ts'
export { enterVenue, takeSeat, venueSearch, type VenueDoor, type VenueInfo } from './venueEntry.ts'
