import { Copy } from './copy.tsx';

type Props = { readonly title: string; readonly secret: string; readonly onStored: () => void };

/** A secret that the API tells once: it stays on the page until somebody says that it is stored. */
export function Secret({ title, secret, onStored }: Props) {
  return (
    <div className="notice notice-warn" role="alert">
      <p className="notice-title">{title} It is shown this once.</p>
      <code className="secret">{secret}</code>
      <div className="row">
        <Copy text={secret} label="Copy the secret" />
        <button type="button" className="button" onClick={onStored}>
          I have stored it
        </button>
      </div>
    </div>
  );
}
