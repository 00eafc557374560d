import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '../texts/language.ts';
import { Button } from './controls.tsx';
import { onDemand } from './online.ts';
import { sectionsOf } from './sections.ts';
import { Store } from './store.ts';

const KEY = 'podcast-automation.shortcuts';

/** Whether keys of one character are shortcuts. */
export const areShortcutsOn = new Store(localStorage.getItem(KEY) !== 'off');

export function turnShortcuts(on: boolean): void {
  localStorage.setItem(KEY, on ? 'on' : 'off');
  areShortcutsOn.set(on);
}

const Help = onDemand(() => import('./shortcuts-help.tsx').then(({ ShortcutsHelp }) => ShortcutsHelp));

/** Keys of one character that work where nothing is typed. They can be switched off, as for voice control. */
export function Shortcuts({ podcast }: { readonly podcast: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    let prefix = '';
    const press = (event: KeyboardEvent) => {
      const keys = `${prefix}${event.key}`;
      prefix = '';
      if (!isFree(event) || !areShortcutsOn.get()) return;
      const path = sectionsOf(podcast).find((section) => section.keys === keys)?.to;
      if (path !== undefined) navigate(path);
      else if (keys === 'g') prefix = 'g ';
      else if (keys === '?') setOpen(true);
      else if (keys === '/') search(() => podcast !== undefined && navigate(`/podcasts/${podcast}`));
      else if (keys === 'j' || keys === 'k') step(keys === 'j' ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, podcast]);
  return (
    <>
      <Button kind="quiet" data-wide="" onClick={() => setOpen(true)}>
        {t('Shortcuts')}
      </Button>
      <Suspense>{isOpen && <Help onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Whether a key is no part of a text, of another shortcut, or of a dialog. */
function isFree({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('[role=dialog]')) return false;
  return !(target instanceof HTMLElement && target.closest('input, select, textarea, [contenteditable=true]'));
}

function search(open: () => void): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field) field.focus();
  else open();
}

/** Moves the focus to another row of the lists on the page. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const current = rows.findIndex((row) => row === document.activeElement || row.closest('li, tr')?.contains(document.activeElement));
  rows[current === -1 ? 0 : current + by]?.focus();
}
