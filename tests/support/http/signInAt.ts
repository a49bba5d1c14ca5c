import * as z from 'zod'

const SignedIn = z.object({ data: z.object({ access_token: z.string() }) })

/** The seller token of an account at a server that listens. */
export async function signInAt(url: string, account: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/prod-api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password }),
  })
  return SignedIn.parse(await answer.json()).data.access_token
}
