import { WEBHOOK_HEADERS } from '@app/client';
import { Tabs } from '@base-ui/react/tabs';
import php from '#receivers/receiver.php?raw';
import python from '#receivers/receiver.py?raw';
import ruby from '#receivers/receiver.ru?raw';
import typescript from '#receivers/receiver.ts?raw';
import { Copy } from '../../parts/copy.tsx';

const SAMPLES = [
  { language: 'TypeScript', file: 'receiver.ts', code: typescript, run: 'node receiver.ts' },
  { language: 'Python', file: 'receiver.py', code: python, run: 'python3 receiver.py' },
  { language: 'PHP', file: 'receiver.php', code: php, run: 'php -S 127.0.0.1:8080 receiver.php' },
  { language: 'Ruby', file: 'receiver.ru', code: ruby, run: 'rackup --port 8080 receiver.ru' },
] as const;

/** Receivers that verify a notification: the files of the documentation, which its tests run. */
export function Samples({ url }: { readonly url: string | null }) {
  const { host, pathname } = new URL(url ?? 'https://hooks.example.com/podcasts');
  return (
    <section aria-labelledby="samples-heading" className="stack">
      <h2 id="samples-heading">A receiver that verifies</h2>
      <p className="hint">
        Each one checks <code>{WEBHOOK_HEADERS.signature}</code> over the raw body, echoes the challenge and stores every event once. Put it
        behind a proxy that ends HTTPS for <code>{host}</code> and passes <code>{pathname}</code> on. The same requests carry{' '}
        <code>{WEBHOOK_HEADERS.id}</code>, <code>{WEBHOOK_HEADERS.timestamp}</code> and <code>{WEBHOOK_HEADERS.standardSignature}</code> of
        Standard Webhooks. <a href="/docs/guides/webhooks">The guide</a> tells the rest.
      </p>
      <Tabs.Root defaultValue="TypeScript" className="samples">
        <Tabs.List aria-label="Language" className="sample-tabs">
          {SAMPLES.map(({ language }) => (
            <Tabs.Tab key={language} value={language} className="sample-tab">
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SAMPLES.map(({ language, file, code, run }) => (
          <Tabs.Panel key={language} value={language} className="stack">
            <div className="row">
              <code>WEBHOOK_SECRET=whsec_… {run}</code> <Copy text={code} label={`Copy ${file}`} />
            </div>
            <pre className="code" tabIndex={0} aria-label={`${file}, source`}>
              {code}
            </pre>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}
