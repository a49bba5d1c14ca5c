import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable, type Readable } from 'node:stream'
import { AdminError } from './create-administrator.ts'

interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean }
  readonly output: Writable
}

/** Reads the first line of a pipe; at a terminal asks twice and does not show the input. */
export async function readPassword(
  { input, output }: Terminal,
  { question = 'Password: ', isNew = true }: { readonly question?: string; readonly isNew?: boolean } = {},
): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const atTerminal = input.isTTY === true
  const lines = createInterface({ input, output: silent, terminal: atTerminal })
  try {
    if (!atTerminal) return await firstLine(lines)
    const given = once(lines, 'close').then((): never => {
      throw new AdminError('No password was given.')
    })
    // Closing the interface ourselves at the end is no error.
    given.catch(() => undefined)
    const ask = async (text: string) => {
      output.write(text)
      const answer = await Promise.race([lines.question(''), given])
      output.write('\n')
      return answer
    }
    const password = await ask(question)
    if (isNew && password !== (await ask('Once more: '))) throw new AdminError('The two entries differ.')
    return password
  } finally {
    lines.close()
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line
  throw new AdminError('No password came on standard input.')
}
