import { tmpdir } from 'node:os'

/** Parent of temporary folders that PostgreSQL uses: it runs as another user than root, who may not enter /root. */
export const SCRATCH = tmpdir().startsWith('/root') ? '/tmp' : tmpdir()
