import type {
  PublicKeyCredentialCreationOptionsJSON as Creation,
  PublicKeyCredentialRequestOptionsJSON as Request,
} from '@simplewebauthn/browser'
import type { Client } from '../../client/client.ts'

/** Imported with the first passkey: few pages ever need the library. */
const library = () => import('@simplewebauthn/browser')

type Options = Readonly<Record<string, unknown>>
const isRequest = (options: object): options is Request => 'challenge' in options
const isCreation = (options: Options): options is Options & Creation => 'challenge' in options && 'rp' in options
function unreadable(): never {
  throw new TypeError('these are no options of a passkey')
}

/** Answers the server's challenge with a passkey of this account. Returns the value of the call's header. */
export async function answerWithPasskey(client: Client): Promise<string> {
  const [{ startAuthentication }, { options }] = await Promise.all([library(), client.calls.send('passkeyAsk', {})])
  const response = await startAuthentication({ optionsJSON: isRequest(options) ? options : unreadable() })
  const bytes = new TextEncoder().encode(JSON.stringify(response))
  const base64 = btoa(String.fromCharCode(...bytes))
  return `passkey ${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** Creates a passkey for this account on the device. */
export async function makePasskey(
  client: Client,
  password: string,
  name: string,
  second?: string,
): Promise<readonly string[]> {
  const [{ startRegistration }, { options }] = await Promise.all([
    library(),
    client.calls.send('passkeyBegin', { body: { password } }, { second }),
  ])
  const response = await startRegistration({ optionsJSON: isCreation(options) ? options : unreadable() })
  const { recoveryCodes } = await client.calls.send('passkeyAdd', { body: { name, response: { ...response } } })
  return recoveryCodes
}
