import { Progress } from '@base-ui/react/progress';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changesOfVideos } from '../../api/videos.ts';
import { useAskToStay } from '../../parts/browser.ts';
import { asBytes } from '../../parts/format.ts';
import { notifyOfFailure } from '../../parts/notices.tsx';
import { Problem } from '../../parts/states.tsx';
import { useMay } from '../../session/permissions.ts';
import {
  notedUpload,
  abandonTransfer,
  isUnderWay,
  pauseTransfer,
  resumeTransfer,
  startTransfer,
  transfers,
  type Transfer,
} from './uploads.ts';
import { Button, Field, FileButton, Form } from '../../parts/controls.tsx';
import { useStore } from '../../parts/store.ts';
import { t } from '../../texts/language.ts';

/** A file before its upload. `key` stays when another one is taken off the list, and with it what was typed. */
type Chosen = { readonly key: number; readonly file: File };

let lastKey = 0;

const STATES: Readonly<Record<Transfer['state'], string>> = {
  uploading: t('Uploading'),
  paused: t('Paused'),
  registering: t('Registering the video'),
  linking: t('Reading the video'),
  failed: t('Failed'),
  registered: t('Registered'),
};

/** Files that are on their way, and a place to drop more. */
export function Transfers({ podcast }: { readonly podcast: string }) {
  const all = useStore(transfers);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  useAskToStay(all.some(isUnderWay));
  return (
    <section className="stack" aria-label={t('Uploads')}>
      <DropPlace
        label={t('Choose videos…')}
        isMany
        onFiles={(files) => setChosen([...chosen, ...files.map((file) => ({ key: ++lastKey, file }))])}
      />
      {chosen.map(({ key, file }) => (
        <Prepared key={key} podcast={podcast} file={file} onDone={() => setChosen(chosen.filter((one) => one.key !== key))} />
      ))}
      <TransferList podcast={podcast} of={all.filter((transfer) => transfer.podcast === podcast)} />
    </section>
  );
}

/** The videos of a podcast are loaded again once one of the files is registered. */
export function TransferList({ podcast, of }: { readonly podcast: string; readonly of: readonly Transfer[] }) {
  const client = useQueryClient();
  const registered = of.filter(({ state }) => state === 'registered').length;
  useEffect(() => {
    if (registered > 0) for (const queryKey of changesOfVideos(podcast)) void client.invalidateQueries({ queryKey });
  }, [client, podcast, registered]);
  if (of.length === 0) return null;
  return (
    <ul className="list">
      {of.map((transfer) => (
        <TransferRow key={transfer.key} transfer={transfer} />
      ))}
    </ul>
  );
}

type DropPlaceProps = { readonly label: string; readonly isMany?: boolean; readonly onFiles: (files: readonly File[]) => void };

/** A place to drop videos on, with a button that chooses some. On an episode the upload starts at once. */
export function DropPlace({ label, isMany = false, onFiles }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const mayUpdate = useMay('update');
  return (
    <div
      className={isOver ? 'row drop drop-over' : 'row drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (mayUpdate) onFiles([...event.dataTransfer.files]);
      }}
    >
      <FileButton label={label} accept="video/*" isMany={isMany} onFiles={onFiles} />
      <span className="hint">
        {t('or drop them here. An upload can be paused; after a reload, choose the same file again to continue.')}
      </span>
    </div>
  );
}

/** A file before its upload: what the video is called and to which episode it belongs. */
function Prepared({ podcast, file, onDone }: { readonly podcast: string; readonly file: File; readonly onDone: () => void }) {
  const noted = notedUpload(podcast, file);
  const [title, setTitle] = useState(noted?.title ?? file.name.replace(/\.[^.]{1,5}$/, ''));
  const [guid, setGuid] = useState(noted?.guid ?? '');
  return (
    <Form
      className="sheet stack"
      aria-label={t('Upload {0}', file.name)}
      onSubmit={() => {
        startTransfer({ podcast, file, title: title.trim(), guid: guid.trim() });
        onDone();
      }}
    >
      <p>
        <bdi className="strong">{file.name}</bdi> <span className="number muted">{asBytes(file.size)}</span>
        {noted && <span className="tag tag-warn">{t('Goes on where it stopped')}</span>}
      </p>
      <Field label={t('Title of the episode')} value={title} onChange={setTitle} />
      <Field
        label={t('GUID of the episode (optional)')}
        value={guid}
        onChange={setGuid}
        hint={t('The video is matched with the episode of this GUID, else with the only one of this title.')}
      />
      <div className="row">
        <Button type="submit" kind="primary">
          {t('Upload')}
        </Button>
        <Button onClick={onDone}>{t('Do not upload')}</Button>
      </div>
    </Form>
  );
}

function TransferProgress({ transfer: { file, state, sentBytes } }: { readonly transfer: Transfer }) {
  const percent = file.size === 0 ? 0 : Math.floor((sentBytes / file.size) * 100);
  return (
    <Progress.Root value={percent} aria-label={t('Upload {0}', file.name)}>
      <span>
        <bdi className="strong">{file.name}</bdi>{' '}
        <span className="muted">
          {STATES[state]}, <span className="number">{t('{0} of {1}', asBytes(sentBytes), asBytes(file.size))}</span>
        </span>
      </span>
      <Progress.Track className="track">
        <Progress.Indicator />
      </Progress.Track>
    </Progress.Root>
  );
}

function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { key, file, state, error } = transfer;
  return (
    <li className="split">
      <TransferProgress transfer={transfer} />
      <div className="row">
        {/* One button for both, which keeps the focus. */}
        {(state === 'uploading' || state === 'paused' || state === 'failed') && (
          <Button of={file.name} onClick={() => (state === 'uploading' ? pauseTransfer(key) : resumeTransfer(key))}>
            {state === 'uploading' ? t('Pause') : t('Resume')}
          </Button>
        )}
        {state !== 'registering' && state !== 'linking' && (
          <Button kind="quiet" of={file.name} onClick={() => void abandonTransfer(key).catch(notifyOfFailure)}>
            {state === 'registered' ? t('Hide') : t('Abandon')}
          </Button>
        )}
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}
