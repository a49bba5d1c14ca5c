import { Trans } from '@lingui/react/macro'
import { Icon } from '../../../ui/Icon.tsx'

/** The benefits of an account, beside the form on a wide screen. */
export function WhatFor() {
  return (
    <>
      <h2>
        <Trans>From visitor to bidder</Trans>
      </h2>
      <ul>
        <li>
          <Icon name="user" />
          <span>
            <Trans>An account: enter sales and watch them.</Trans>
          </span>
        </li>
        <li>
          <Icon name="doc" />
          <span>
            <Trans>A certified company: read every catalogue, sign up for sales.</Trans>
          </span>
        </li>
        <li>
          <Icon name="hammer" />
          <span>
            <Trans>A signed service agreement: bid, sell, and sign contracts.</Trans>
          </span>
        </li>
      </ul>
    </>
  )
}
