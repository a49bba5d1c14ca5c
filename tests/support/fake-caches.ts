const address = (asked: RequestInfo | URL): string =>
  new URL(asked instanceof Request ? asked.url : asked, 'https://sale.example').href

/** Cache storage in memory, to observe a worker's caching. */
export class FakeCaches {
  readonly stored = new Map<string, Map<string, Response>>()

  open = (name: string): Promise<Cache> => {
    const entries = this.stored.get(name) ?? new Map<string, Response>()
    this.stored.set(name, entries)
    return Promise.resolve(cacheOf(entries))
  }
  keys = (): Promise<string[]> => Promise.resolve([...this.stored.keys()])
  delete = (name: string): Promise<boolean> => Promise.resolve(this.stored.delete(name))

  paths(name: string): string[] {
    return Array.from(this.stored.get(name)?.keys() ?? [], (url) => new URL(url).pathname)
  }
}

function cacheOf(entries: Map<string, Response>): Cache {
  const refuse = () => Promise.reject(new Error('not here'))
  return {
    add: refuse,
    addAll: refuse,
    matchAll: refuse,
    match: (asked) => Promise.resolve(entries.get(address(asked))?.clone()),
    keys: () => Promise.resolve(Array.from(entries.keys(), (url) => new Request(url))),
    delete: (asked) => Promise.resolve(entries.delete(address(asked))),
    put: async (asked, answer) => {
      // Stored once its last byte came.
      const kept = answer.clone()
      await answer.arrayBuffer()
      // A renewed copy becomes the newest.
      entries.delete(address(asked))
      entries.set(address(asked), kept)
    },
  }
}
