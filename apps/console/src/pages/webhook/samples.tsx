import { WEBHOOK_HEADERS } from '@app/client';
import { Tabs } from '@base-ui/react/tabs';
import php from '#receivers/receiver.php?raw';
import python from '#receivers/receiver.py?raw';
import ruby from '#receivers/receiver.ru?raw';
import typescript from '#receivers/receiver.ts?raw';
import { Copy } from '../../parts/copy.tsx';
import { t } from '../../texts/webhook.ts';
import { Rich } from '../../parts/rich.tsx';

const SAMPLES = [
  { language: 'TypeScript', file: 'receiver.ts', code: typescript, run: 'node receiver.ts' },
  { language: 'Python', file: 'receiver.py', code: python, run: 'python3 receiver.py' },
  { language: 'PHP', file: 'receiver.php', code: php, run: 'php -S 127.0.0.1:8080 receiver.php' },
  { language: 'Ruby', file: 'receiver.ru', code: ruby, run: 'rackup --port 8080 receiver.ru' },
] as const;

/** Receivers that verify a notification: the files of the documentation, which its tests run. */
export function Samples({ url }: { readonly url: string | null }) {
  const { signature, id, timestamp, standardSignature } = WEBHOOK_HEADERS;
  const { host, pathname } = new URL(url ?? 'https://hooks.example.com/podcasts');
  return (
    <section aria-labelledby="samples-heading" className="stack">
      <h2 id="samples-heading">{t.receiver}</h2>
      <p className="hint">
        <Rich of={t.receiverHint(<code>{signature}</code>, <code>{host}</code>, <code>{pathname}</code>)} />{' '}
        <Rich of={t.standard(<code>{id}</code>, <code>{timestamp}</code>, <code>{standardSignature}</code>)} />{' '}
        <Rich of={t.guide(<a href="/docs/guides/webhooks">{t.theGuide}</a>)} />
      </p>
      <Tabs.Root defaultValue="TypeScript" className="samples">
        <Tabs.List aria-label={t.languages} className="sample-tabs">
          {SAMPLES.map(({ language }) => (
            <Tabs.Tab key={language} value={language} className="sample-tab">
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SAMPLES.map(({ language, file, code, run }) => (
          <Tabs.Panel key={language} value={language} className="stack">
            <div className="row">
              <code>{`WEBHOOK_SECRET=whsec_… ${run}`}</code> <Copy text={code} label={t.copyFile(file)} />
            </div>
            <pre className="code" tabIndex={0} aria-label={t.source(file)}>
              {code}
            </pre>
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  );
}
