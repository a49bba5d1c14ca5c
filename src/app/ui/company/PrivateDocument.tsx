import { usePrivateFile } from '../../lib/usePrivateFile.ts'
import { ReadProblem } from '../read/index.ts'
import { SkeletonLine, Skeleton } from '../Skeleton.tsx'
import { DocumentView } from './DocumentView.tsx'

/** A private picture, fetched with the bearer. */
export function PrivateDocument({ path, alt }: { readonly path: string; readonly alt: string }) {
  const { url, read } = usePrivateFile(path)
  if (url !== null) return <DocumentView url={url} alt={alt} />
  if (read.isError) return <ReadProblem read={read} />
  return (
    <Skeleton>
      <SkeletonLine block height="320px" />
    </Skeleton>
  )
}
