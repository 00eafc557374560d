import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { onDemand } from './online.ts';
import { areShortcutsOn } from './shortcuts-switch.ts';
import { t } from '../texts/language.ts';

const Help = onDemand(() => import('./shortcuts-help.tsx').then(({ ShortcutsHelp }) => ShortcutsHelp));

const OF_PODCAST: Readonly<Record<string, string>> = { e: '', v: '/videos', d: '/downloads', f: '/feed' };
const OTHERS: Readonly<Record<string, string>> = { w: '/webhook', t: '/tokens' };

/** Keys of one character that work where nothing is typed. They can be switched off, for those who speak to their computer. */
export function Shortcuts({ podcast }: { readonly podcast: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    let prefix = '';
    const press = (event: KeyboardEvent) => {
      const keys = `${prefix}${event.key}`;
      prefix = '';
      if (!isFree(event) || !areShortcutsOn.get()) return;
      if (event.key === 'g' && keys === 'g') prefix = 'g ';
      else if (keys === '?') setOpen(true);
      else if (keys === '/') search(() => podcast !== undefined && navigate(`/podcasts/${podcast}`));
      else if (keys === 'j' || keys === 'k') step(keys === 'j' ? 1 : -1);
      else {
        const path = pathOf(keys, podcast);
        if (path === undefined) return;
        navigate(path);
      }
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, podcast]);
  return (
    <>
      <button type="button" className="button button-quiet shortcuts-button" onClick={() => setOpen(true)}>
        {t('Shortcuts')}
      </button>
      <Suspense>{isOpen && <Help onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function pathOf(keys: string, podcast: string | undefined): string | undefined {
  const [, key = ''] = /^g (.)$/.exec(keys) ?? [];
  const section = OF_PODCAST[key];
  if (section !== undefined && podcast !== undefined) return `/podcasts/${podcast}${section}`;
  return OTHERS[key];
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
  const next = rows[current === -1 ? 0 : current + by];
  next?.focus();
}
