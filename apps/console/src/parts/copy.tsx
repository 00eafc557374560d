import { useState } from 'react';
import { Button } from './controls.tsx';
import { t } from '../texts/language.ts';

/** Copies a text. Where the browser does not let it, the text is there to be selected. */
export function Copy({ text, label, of }: { readonly text: string; readonly label: string; readonly of?: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(t('Copied')),
      () => setSaid(t('Select it and copy')),
    );
  return (
    <>
      <Button of={of} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="hint">
        {said}
      </span>
    </>
  );
}
