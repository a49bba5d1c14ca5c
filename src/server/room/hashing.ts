import { hash, randomBytes } from 'node:crypto'
import type { Salt, Sha256 } from '../../domain/log.ts'

export const sha256: Sha256 = (text) => hash('sha256', text, 'hex')

const SALT_BYTES = 16
const POOL_SALTS = 256
let pool = Buffer.alloc(0)

/** 128 random bits. Drawn from the system in bulk: a bid needs several, and each system call costs time. */
export const randomSalt: Salt = () => {
  if (pool.length === 0) pool = randomBytes(SALT_BYTES * POOL_SALTS)
  const salt = pool.subarray(0, SALT_BYTES).toString('hex')
  pool = pool.subarray(SALT_BYTES)
  return salt
}
