import type { Envelope } from '../../contract/envelope.ts'

/** Members of which each answer of our server has at least one; a success may omit its code (spec §8). */
const MEMBERS = ['code', 'msg', 'data', 'rows', 'fileName'] as const

/** True for a body in our server's form; a gateway's JSON, such as `{"error":"blocked"}`, is not. */
export const hasEnvelope = (body: unknown): body is Partial<Envelope> =>
  typeof body === 'object' && body !== null && MEMBERS.some((member) => member in body)

/** True if the response is declared as JSON; a page of a gateway is HTML or plain text. */
export const isJson = ({ headers }: Pick<Response, 'headers'>): boolean =>
  /json/i.test(headers.get('content-type') ?? '')
