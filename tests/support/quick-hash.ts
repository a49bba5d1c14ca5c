import { hash } from '@node-rs/argon2'

/**
 * An argon2id hash with the lowest parameters: the server reads them from the hash, so a sign-in costs no time. For
 * tests that sign in but have nothing to say about the hash itself.
 */
export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
