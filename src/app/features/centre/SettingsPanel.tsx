import { Trans } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import { chooseLayout, DEFAULT_LAYOUT, type Layout, layoutOf } from '../../lib/layout.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import css from './SettingsPanel.module.css'
import { useClient } from '../../lib/client.ts'

type Switches = { [K in keyof Layout]: Layout[K] extends boolean ? K : never }[keyof Layout]

/** Settings of the look of the user centre and of the operator's screens, on this device. */
export function SettingsPanel({ onClose }: { readonly onClose: () => void }) {
  const client = useClient()
  const chosen = useStore(layoutOf(client))
  return (
    <Dialog title={<Trans>Layout</Trans>} onClose={onClose} sheet>
      <Choice label={<Trans>Theme colour</Trans>}>
        <Option name="theme" value="#409EFF">
          <span className={css.swatch} data-theme="blue" />
          <Trans>Blue</Trans>
        </Option>
        <Option name="theme" value="#018C39">
          <span className={css.swatch} data-theme="green" />
          <Trans>Green</Trans>
        </Option>
      </Choice>
      <Choice label={<Trans>Brightness</Trans>}>
        <Option name="scheme" value="device">
          <Trans>Match system</Trans>
        </Option>
        <Option name="scheme" value="light">
          <Trans>Light</Trans>
        </Option>
        <Option name="scheme" value="dark">
          <Trans>Dark</Trans>
        </Option>
      </Choice>
      <Choice label={<Trans>Size</Trans>}>
        <Option name="size" value="small">
          <Trans>Compact</Trans>
        </Option>
        <Option name="size" value="medium">
          <Trans>Medium</Trans>
        </Option>
        <Option name="size" value="large">
          <Trans>Large</Trans>
        </Option>
      </Choice>
      <Choice label={<Trans>Device</Trans>} hint={<Trans>Below 992 px the layout is always the mobile one.</Trans>}>
        <Option name="device" value="desktop">
          <Trans>Desktop</Trans>
        </Option>
        <Option name="device" value="mobile">
          <Trans>Mobile</Trans>
        </Option>
      </Choice>
      <Choice label={<Trans>Side menu</Trans>}>
        <Option name="sideTheme" value="dark">
          <Trans>Dark</Trans>
        </Option>
        <Option name="sideTheme" value="light">
          <Trans>Light</Trans>
        </Option>
      </Choice>
      <div className={css.switches}>
        <Switch name="topNav">
          <Trans>Menu groups above the page</Trans>
        </Switch>
        <Switch name="tagsView">
          <Trans>Tabs of visited pages</Trans>
        </Switch>
        <Switch name="fixedHeader">
          <Trans>Sticky header</Trans>
        </Switch>
        <Switch name="sidebarLogo">
          <Trans>Logo in the side menu</Trans>
        </Switch>
        <Switch name="dynamicTitle">
          <Trans>Window title follows the page</Trans>
        </Switch>
      </div>
      <Button variant="line" onClick={() => chooseLayout(client, DEFAULT_LAYOUT)} disabled={isDefault(chosen)}>
        <Trans>Back to the defaults</Trans>
      </Button>
    </Dialog>
  )
}

const isDefault = (chosen: Layout): boolean =>
  JSON.stringify(chosen) === JSON.stringify({ ...chosen, ...DEFAULT_LAYOUT })

interface ChoiceProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly children: ReactNode
}

function Choice({ label, hint, children }: ChoiceProps) {
  const id = useId()
  return (
    <fieldset className={css.choice} aria-describedby={hint === undefined ? undefined : id}>
      <legend>{label}</legend>
      <div className={css.options}>{children}</div>
      {hint !== undefined && (
        <p className={css.hint} id={id}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}

interface OptionProps<K extends keyof Layout> {
  readonly name: K
  readonly value: Layout[K]
  readonly children: ReactNode
}

function Option<K extends 'theme' | 'scheme' | 'size' | 'device' | 'sideTheme'>({
  name,
  value,
  children,
}: OptionProps<K>) {
  const client = useClient()
  const chosen = useStore(layoutOf(client))
  return (
    <label className={css.option}>
      <input
        type="radio"
        name={name}
        checked={chosen[name] === value}
        onChange={() => chooseLayout(client, { [name]: value })}
      />
      <span>{children}</span>
    </label>
  )
}

function Switch({ name, children }: { readonly name: Switches; readonly children: ReactNode }) {
  const client = useClient()
  const chosen = useStore(layoutOf(client))
  return (
    <label className={css.switch}>
      <span>{children}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={chosen[name]}
        checked={chosen[name]}
        onChange={(event) => chooseLayout(client, { [name]: event.target.checked })}
      />
    </label>
  )
}
