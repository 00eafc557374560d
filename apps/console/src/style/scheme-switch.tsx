import { useState } from 'react';
import { t } from '../texts/frame.ts';

/** Like the token, the choice belongs to the tab. Without one the page follows the system. */
const KEY = 'podcast-automation.scheme';
const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

apply(stored());

export function SchemeSwitch() {
  const [scheme, setScheme] = useState(stored);
  return (
    <label className="scheme-switch">
      <span>{t.colours.label}</span>
      <select
        value={scheme}
        onChange={({ target }) => {
          const chosen = SCHEMES.find((one) => one === target.value) ?? 'system';
          sessionStorage.setItem(KEY, chosen);
          apply(chosen);
          setScheme(chosen);
        }}
      >
        <option value="system">{t.colours.system}</option>
        <option value="light">{t.colours.light}</option>
        <option value="dark">{t.colours.dark}</option>
      </select>
    </label>
  );
}

function stored(): Scheme {
  return SCHEMES.find((one) => one === sessionStorage.getItem(KEY)) ?? 'system';
}

function apply(scheme: Scheme): void {
  document.documentElement.dataset['scheme'] = scheme;
}
