import { carry } from './carry.ts'
import { signInAt } from '../../support/http/signInAt.ts'
import { startServer } from '../../support/server.ts'
import { storeOf } from '../../support/reader.ts'
import { registrar } from '../parts/registrar.ts'
import type { Figures } from '../proof.ts'

const BYTES = 5 * 1024 * 1024 - 1
/** The largest that the sender makes. */
const CHUNK_BYTES = 256 * 1024
const LINK = { rate: 100, delay: 50, resetEveryMs: 20_000 }
const GOODPUT = 0.85

/** The largest document over 100 kbit/s, with a reset of every connection each 20 s. */
export async function documentOverResets(): Promise<Figures> {
  const server = await startServer({ env: { DEMO: '0' } })
  const store = await storeOf(server.dataDir)
  try {
    const { account, password } = await (await registrar(store))()
    const token = await signInAt(server.url, account, password)
    const carried = await carry({ url: server.url, account, token, bytes: BYTES, ...LINK })
    const answer = await fetch(`${server.url}/prod-api${carried.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!Buffer.from(await answer.arrayBuffer()).equals(carried.bytes))
      throw new Error('the document was changed on the way')
    const figures = {
      resets: carried.resets,
      'bytes sent for each of the document': Math.round((carried.sent / BYTES) * 1_000) / 1_000,
      'share of the link used': Math.round(carried.goodput * 1_000) / 1_000,
    }
    if (carried.sent > BYTES + carried.resets * CHUNK_BYTES || carried.goodput < GOODPUT)
      throw new Error(`the link was not used well: ${JSON.stringify(figures)}`)
    return figures
  } finally {
    await store.close()
    await server.stop()
  }
}
