import { useState } from 'react';

/** Copies a text. Where the browser does not let it, the text is there to be selected. */
export function Copy({ text, label, of }: { readonly text: string; readonly label: string; readonly of?: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select it and copy'),
    );
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        {label}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </button>
      <span role="status" className="hint">
        {said}
      </span>
    </>
  );
}
