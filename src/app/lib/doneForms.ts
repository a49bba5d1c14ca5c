import type { Client } from '../../client/client.ts'

const createDone = (): Set<string> => new Set()

/** Paths of pages whose form is done: their tabs close as another page opens. */
export const doneForms = (client: Client): Set<string> => client.part(createDone)

/** The form of the page that is open is done, and its page is being left. */
export const markFormDone = (client: Client): void => void doneForms(client).add(location.pathname)
