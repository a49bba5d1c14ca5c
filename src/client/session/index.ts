export { safeRedirect } from './safeRedirect.ts'
export type { Session, SignInStatus } from './session.ts'
export { enterVenue, takeSeat, venueSearch, type VenueDoor, type VenueInfo } from './venueEntry.ts'
