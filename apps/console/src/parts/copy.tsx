import { useState } from 'react';
import { Button } from './button.tsx';
import { t } from '../texts/shared.ts';

/** Copies a text. Where the browser does not let it, the text is there to be selected. */
export function Copy({ text, label, of }: { readonly text: string; readonly label: string; readonly of?: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(t.copied),
      () => setSaid(t.cannotCopy),
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
