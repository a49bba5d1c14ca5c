import { FACES } from '../../src/server/documents/fonts.ts'
import { makeRelease } from './release.ts'

const MB = 1_000_000
const { archive, archiveBytes, unpackedBytes, packages } = await makeRelease(FACES.flatMap(({ files }) => files))
console.log(
  `${archive}\n${packages} packages, ${(archiveBytes / MB).toFixed(0)} MB, unpacked ${(unpackedBytes / MB).toFixed(0)} MB`,
)
