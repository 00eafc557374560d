import { Progress } from '@base-ui/react/progress';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type DragEvent } from 'react';
import { uploadsQuery } from '../../api/videos.ts';
import { asBytes, counted } from '../../parts/format.ts';
import { notifyOfFailure } from '../../parts/notices.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useMay } from '../../session/permissions.tsx';
import { notedUpload } from './noted-uploads.ts';
import {
  abandonTransfer,
  currentTransfers,
  isUnderWay,
  onTransfersChange,
  pauseTransfer,
  resumeTransfer,
  startTransfer,
  type Transfer,
} from './uploads.ts';

/** A file before its upload. `key` stays when another one is taken off the list, and with it what was typed. */
type Chosen = { readonly key: number; readonly file: File };

let lastKey = 0;

/** Files that are on their way, and a place to drop more. */
export function Transfers({ podcast }: { readonly podcast: string }) {
  const all = useSyncExternalStore(onTransfersChange, currentTransfers);
  const transfers = all.filter((transfer) => transfer.podcast === podcast);
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const client = useQueryClient();
  const registered = transfers.filter(({ state }) => state === 'registered').length;
  useEffect(() => {
    if (registered > 0) void client.invalidateQueries({ queryKey: ['stocks', podcast] });
  }, [client, podcast, registered]);
  const isBusy = all.some(isUnderWay);
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isBusy]);
  return (
    <section className="stack" aria-label="Uploads">
      <DropPlace
        label="Choose videos…"
        isMany
        onFiles={(files) => setChosen([...chosen, ...files.map((file) => ({ key: ++lastKey, file }))])}
      />
      <Unfinished podcast={podcast} transfers={transfers} />
      {chosen.map(({ key, file }) => (
        <Prepared key={key} podcast={podcast} file={file} onDone={() => setChosen(chosen.filter((one) => one.key !== key))} />
      ))}
      {transfers.length > 0 && (
        <ul className="transfers">
          {transfers.map((transfer) => (
            <TransferRow key={transfer.key} transfer={transfer} />
          ))}
        </ul>
      )}
    </section>
  );
}

type DropPlaceProps = {
  readonly label: string;
  readonly isMany?: boolean;
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A place to drop files on, with a button that chooses some. */
export function DropPlace({ label, isMany = false, accept = 'video/*', onFiles }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mayUpdate = useMay('update');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayUpdate) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={isOver ? 'drop drop-over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={isMany}
        hidden
        disabled={!mayUpdate}
        aria-label="Files"
        onChange={({ target }) => onFiles(chosenIn(target))}
      />
      <button type="button" className="button" disabled={!mayUpdate} onClick={() => input.current?.click()}>
        {label}
      </button>
      <span className="hint">
        {isMany ? 'or drop them here' : 'or drop it here'}. An upload can be paused, and continues after a reload.
      </span>
    </div>
  );
}

/** The files that were chosen. Emptied, so that the same one can be chosen again. */
function chosenIn(input: HTMLInputElement): readonly File[] {
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
}

/** Unfinished uploads of files that this tab does not hold. */
function Unfinished({ podcast, transfers }: { readonly podcast: string; readonly transfers: readonly Transfer[] }) {
  const { data } = useInfiniteQuery(uploadsQuery('receiving'));
  const own = new Set(transfers.map(({ uploadId }) => uploadId));
  const rest = (data?.pages.flatMap((page) => page.data) ?? []).filter(({ id }) => !own.has(id));
  if (rest.length === 0 || podcast === '') return null;
  return (
    <details className="unfinished">
      <summary>{counted(rest.length, 'unfinished upload')}: choose the same file again to go on</summary>
      <ul>
        {rest.map(({ id, filename, received_bytes: received, byte_size: size, expires_at: expiresAt }) => (
          <li key={id}>
            <bdi>{filename ?? 'without a name'}</bdi>: {received === null ? 'an unknown part' : asBytes(received)} of{' '}
            {size === null ? 'an unknown size' : asBytes(size)}
            {expiresAt !== null && (
              <>
                , kept until <Time at={expiresAt} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A file before its upload: what the video is called and to which episode it belongs. */
function Prepared({ podcast, file, onDone }: { readonly podcast: string; readonly file: File; readonly onDone: () => void }) {
  const noted = notedUpload(podcast, file);
  const [title, setTitle] = useState(noted?.title ?? file.name.replace(/\.[^.]{1,5}$/, ''));
  const [guid, setGuid] = useState(noted?.guid ?? '');
  return (
    <form
      className="sheet prepared"
      aria-label={`Upload ${file.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        startTransfer({ podcast, file, title: title.trim(), guid: guid.trim() });
        onDone();
      }}
    >
      <p>
        <bdi className="file-name">{file.name}</bdi> <span className="number muted">{asBytes(file.size)}</span>
        {noted && <span className="tag tag-warn">Goes on where it stopped</span>}
      </p>
      <label>
        Title of the episode
        <input value={title} dir="auto" onChange={({ target }) => setTitle(target.value)} />
      </label>
      <label>
        GUID of the episode (optional)
        <input value={guid} dir="auto" onChange={({ target }) => setGuid(target.value)} />
      </label>
      <p className="hint">The video is matched with the episode of this GUID, else with the only one of this title.</p>
      <div className="row">
        <button className="button button-primary">Upload</button>
        <button type="button" className="button" onClick={onDone}>
          Do not upload
        </button>
      </div>
    </form>
  );
}

const STATES: Readonly<Record<Transfer['state'], string>> = {
  uploading: 'Uploading',
  paused: 'Paused',
  registering: 'Registering the video',
  linking: 'Reading the video',
  failed: 'Failed',
  registered: 'Registered',
};

function TransferProgress({ transfer: { file, state, sentBytes } }: { readonly transfer: Transfer }) {
  const percent = file.size === 0 ? 0 : Math.floor((sentBytes / file.size) * 100);
  return (
    <Progress.Root className="progress" value={percent} aria-label={`Upload of ${file.name}`}>
      <span>
        <bdi className="file-name">{file.name}</bdi>{' '}
        <span className="muted">
          {STATES[state]}, <span className="number">{`${asBytes(sentBytes)} of ${asBytes(file.size)}`}</span>
        </span>
      </span>
      <Progress.Track className="progress-track">
        <Progress.Indicator className="progress-done" />
      </Progress.Track>
    </Progress.Root>
  );
}

export function TransferRow({ transfer }: { readonly transfer: Transfer }) {
  const { key, file, state, error } = transfer;
  return (
    <li className="transfer">
      <TransferProgress transfer={transfer} />
      <div className="row">
        {/* One button for both, which keeps the focus. */}
        {(state === 'uploading' || state === 'paused' || state === 'failed') && (
          <button
            type="button"
            className="button"
            aria-label={`${state === 'uploading' ? 'Pause' : 'Resume'} ${file.name}`}
            onClick={() => (state === 'uploading' ? pauseTransfer(key) : resumeTransfer(key))}
          >
            {state === 'uploading' ? 'Pause' : 'Resume'}
          </button>
        )}
        {state !== 'registering' && state !== 'linking' && (
          <button
            type="button"
            className="button button-quiet"
            aria-label={`${state === 'registered' ? 'Hide' : 'Abandon'} ${file.name}`}
            onClick={() => void abandonTransfer(key).catch(notifyOfFailure)}
          >
            {state === 'registered' ? 'Hide' : 'Abandon'}
          </button>
        )}
      </div>
      {error && <Problem error={error} />}
    </li>
  );
}
