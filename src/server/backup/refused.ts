/** Why a backup cannot be made, read or restored, as a message for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}
