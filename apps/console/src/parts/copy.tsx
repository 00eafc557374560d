import { useState } from 'react';
import { t } from '../texts/language.ts';
import { useAskToStay } from './browser.ts';
import { Button } from './controls.tsx';

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

type SecretProps = { readonly title: string; readonly secret: string; readonly onStored: () => void };

/** A secret that the API tells once: it stays on the page until somebody says that it is stored. */
export function Secret({ title, secret, onStored }: SecretProps) {
  useAskToStay(true);
  return (
    <div className="notice notice-warn" role="alert">
      <p className="strong">{t('{0} It is shown this once.', title)}</p>
      <code className="secret">{secret}</code>
      <div className="row">
        <Copy text={secret} label={t('Copy')} />
        <Button onClick={onStored}>{t('I have stored it')}</Button>
      </div>
    </div>
  );
}
