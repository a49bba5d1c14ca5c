import { useEffect, useRef, useState } from 'react'
import { ActButton } from '../../../src/app/ui/ActButton.tsx'
import { Button, buttonClass } from '../../../src/app/ui/Button.tsx'
import { Disclosure } from '../../../src/app/ui/Disclosure.tsx'
import { FileButton } from '../../../src/app/ui/files/FileButton.tsx'
import { Sheets } from '../../../src/app/ui/files/Sheets.tsx'
import { Icon } from '../../../src/app/ui/Icon.tsx'
import { LinkButton } from '../../../src/app/ui/LinkButton.tsx'
import { NextStep } from '../../../src/app/ui/NextStep.tsx'
import { OnlineButton } from '../../../src/app/ui/online/OnlineButton.tsx'
import { OutsideLink } from '../../../src/app/ui/OutsideLink.tsx'
import { PathLink } from '../../../src/app/ui/PathLink.tsx'
import { SignInLink } from '../../../src/app/ui/SignInLink.tsx'
import { SubmitButton } from '../../../src/app/ui/SubmitButton.tsx'
import { SharePicture } from '../../../src/app/ui/ticket/SharePicture.tsx'
import { face, useSay } from './samples.ts'
import { Box, Row } from './Box.tsx'

const VARIANTS = ['fill', 'line', 'quiet', 'danger'] as const
const WAYS = ['certify', 'wait', 'draw', 'sign', 'ready'] as const
const nothing = (): void => undefined

export function Actions() {
  const say = useSay()
  const bid = say('出价', 'Bid')
  return (
    <Box name="Button">
      {(['normal', 'small'] as const).map((size) => (
        <Row key={size}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {bid}
            </Button>
          ))}
          <Button size={size} busy>
            {bid}
          </Button>
          <Button size={size} disabled>
            {bid}
          </Button>
          <Button size={size} variant="line" icon aria-label={bid}>
            <Icon name="gear" />
          </Button>
        </Row>
      ))}
      <Row>
        <OnlineButton>{bid}</OnlineButton>
        <ActButton>{bid}</ActButton>
        <Pressed>{bid}</Pressed>
        <LinkButton onClick={nothing}>{bid}</LinkButton>
        <SubmitButton busy={false} working={bid}>
          {bid}
        </SubmitButton>
        <SubmitButton busy working={say('提交中…', 'Sending…')}>
          {bid}
        </SubmitButton>
        <FileButton path="contract.pdf" name="contract.pdf">
          {say('合同', 'Contract')}
        </FileButton>
        <Sheets path="statement" name="statement" />
        <SharePicture face={face(say, {})} />
      </Row>
      <Row>
        <PathLink href="/index">{say('首页', 'Home')}</PathLink>
        <SignInLink className={buttonClass({ variant: 'line' })}>{say('登录', 'Log in')}</SignInLink>
        <OutsideLink to="shop" address="https://shop.example.com/">
          {say('网上商城', 'Online shop')}
        </OutsideLink>
        <Disclosure icon="globe" label={say('语言', 'Language')}>
          {() => null}
        </Disclosure>
        <Disclosure icon="contrast" label={say('显示', 'Display')} bare>
          {() => null}
        </Disclosure>
        {WAYS.map((way) => (
          <NextStep key={way} way={way} />
        ))}
      </Row>
      <Button wide>{bid}</Button>
    </Box>
  )
}

/** A button whose press is being carried out. */
function Pressed({ children }: { readonly children: string }) {
  const [busy, setBusy] = useState(false)
  const row = useRef<HTMLSpanElement>(null)
  useEffect(() => row.current?.querySelector('button')?.click(), [])
  return (
    <span ref={row}>
      <ActButton busy={busy} onClick={() => setBusy(true)}>
        {children}
      </ActButton>
    </span>
  )
}
