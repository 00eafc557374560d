import { useAskToStay } from './ask-to-stay.ts';
import { Copy } from './copy.tsx';
import { Button } from './controls.tsx';
import { t } from '../texts/language.ts';

type Props = { readonly title: string; readonly secret: string; readonly onStored: () => void };

/** A secret that the API tells once: it stays on the page until somebody says that it is stored. */
export function Secret({ title, secret, onStored }: Props) {
  useAskToStay(true);
  return (
    <div className="notice notice-warn" role="alert">
      <p className="strong">{t('{0} It is shown this once.', title)}</p>
      <code className="secret">{secret}</code>
      <div className="row">
        <Copy text={secret} label={t('Copy the secret')} />
        <Button onClick={onStored}>{t('I have stored it')}</Button>
      </div>
    </div>
  );
}
