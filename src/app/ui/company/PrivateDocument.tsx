import { Trans } from '@lingui/react/macro'
import { usePrivateFile } from '../../lib/usePrivateFile.ts'
import { Button } from '../Button.tsx'
import { Failed } from '../Empty.tsx'
import { Bone, Skeleton } from '../Skeleton.tsx'
import { useProblem } from '../useProblem.ts'
import { DocumentView } from './DocumentView.tsx'

/** A private picture, fetched with the bearer. */
export function PrivateDocument({ path, alt }: { readonly path: string; readonly alt: string }) {
  const { url, error, retry } = usePrivateFile(path)
  const problem = useProblem()
  if (url !== null) return <DocumentView url={url} alt={alt} />
  if (error)
    return (
      <Failed
        title={problem(error)}
        action={
          <Button variant="line" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    )
  return (
    <Skeleton>
      <Bone block height="320px" />
    </Skeleton>
  )
}
