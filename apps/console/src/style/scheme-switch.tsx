import { useState } from 'react';
import { t } from '../texts/frame.ts';
import { Choice } from '../parts/form.tsx';

/** Like the token, the choice belongs to the tab. Without one the page follows the system. */
const KEY = 'podcast-automation.scheme';
const SCHEMES = ['system', 'light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

apply(stored());

export function SchemeSwitch() {
  const [scheme, setScheme] = useState(stored);
  const choose = (chosen: Scheme) => {
    sessionStorage.setItem(KEY, chosen);
    apply(chosen);
    setScheme(chosen);
  };
  return <Choice label={t.colours.label} value={scheme} options={SCHEMES.map((one) => [one, t.colours[one]])} onChange={choose} />;
}

function stored(): Scheme {
  return SCHEMES.find((one) => one === sessionStorage.getItem(KEY)) ?? 'system';
}

function apply(scheme: Scheme): void {
  document.documentElement.dataset['scheme'] = scheme;
}
