import { setTimeout as sleep } from 'node:timers/promises';
import { anMp4 } from '@app/media';
import type { Answer } from '../client.js';
import { Tus } from '../tus.js';
import type { SoakClient } from './soak-client.js';

/** Milliseconds between two actions of a user, on average. */
const PAUSE_MS = 900;

const STOCKS = '/api/v1/video-stocks';

export type Seed = {
  readonly name: string;
  readonly podcast: string;
  /** The episodes of the fixtures: a transcript and a video each. */
  readonly episodes: readonly string[];
  /** Adds an episode to the user's feed. @returns its guid */
  readonly publish: () => string;
};

/** The allowed states of a document of an episode: the one accepted last, or one sent later without an answer. */
export type Written = { accepted: string | null; readonly unknown: Set<string> };

/** The accepted requests of a user, to be looked for at the end. */
class Ledger {
  readonly transcripts = new Map<string, Written>();
  readonly chapters = new Map<string, Written>();
  readonly uploads: { readonly id: string; readonly bytes: Buffer }[] = [];
  /** By id: states that the stock may end in. */
  readonly stocks = new Map<string, readonly string[]>();
  readonly refetches = new Set<string>();
  readonly redirects: { readonly at: number }[] = [];
  readonly contradictions: string[] = [];
}

/** Uses the service as a publishing tool does, one request after the other, and notes what was accepted. */
export class HonestUser {
  readonly ledger = new Ledger();
  private readonly tus: Tus;
  private readonly free: string[];
  private serial = 0;

  constructor(
    readonly seed: Seed,
    private readonly api: SoakClient,
  ) {
    this.tus = new Tus(api);
    this.free = [...seed.episodes];
  }

  async run(isOver: () => boolean): Promise<void> {
    const actions = this.actions();
    while (!isOver()) {
      const action = actions[Math.floor(Math.random() * actions.length)]!;
      await action();
      await sleep(Math.random() * 2 * PAUSE_MS);
    }
  }

  /** The user chooses from this list at random: an action that is listed twice comes twice as often. */
  private actions(): (() => Promise<unknown>)[] {
    const { podcast } = this.seed;
    const looks = [
      '/api/v1/podcasts',
      '/api/v1/token',
      '/api/v1/video-quota',
      '/api/v1/uploads',
      `${STOCKS}?podcast_id=${podcast}`,
      `/api/v1/podcasts/${podcast}/episodes?missing=transcript`,
      `/api/v1/podcasts/${podcast}/episodes`,
      '/api/v1/video-webhook/deliveries',
      `/api/v1/podcasts/${podcast}/rss-refetch`,
      `/api/v1/podcasts/${podcast}/analytics?${period()}`,
      `/api/v1/podcasts/${podcast}/analytics.csv?${period()}`,
    ].map((path) => () => this.expect([200], this.api.get(path)));
    const writes = [
      ...[1, 2, 3].flatMap(() => [() => this.writeTranscript(), () => this.readTranscript(), () => this.listen()]),
      ...[() => this.writeChapters(), () => this.readChapters()],
      ...[() => this.release(), () => this.release(), () => this.failVideo(), () => this.refetch()],
    ];
    return [...looks, ...writes];
  }

  private async expect(statuses: readonly number[], answering: Promise<Answer>): Promise<Answer> {
    const answer = await answering;
    if (!statuses.includes(answer.status)) this.contradict(`expected ${statuses.join(' or ')}, got ${answer.status}: ${answer.text}`);
    return answer;
  }

  private contradict(what: string): void {
    this.ledger.contradictions.push(`${this.seed.name}: ${what}`);
  }

  private async writeTranscript(): Promise<void> {
    const marker = this.marker();
    const content = Array.from({ length: 150 }, (_, line) => `${line + 1}\n${time(line)} --> ${time(line + 1)}\n${marker} ${line}\n`);
    const json = { format: 'srt', content: content.join('\n') };
    await this.write(this.ledger.transcripts, marker, (episode) => this.api.put(`/api/v1/episodes/${episode}/transcript`, json));
  }

  private async writeChapters(): Promise<void> {
    const marker = this.marker();
    const json = { version: '1.2.0', chapters: [{ startTime: 0, title: marker }] };
    await this.write(this.ledger.chapters, marker, (episode) => this.api.put(`/api/v1/episodes/${episode}/chapters`, json));
  }

  private async write(documents: Map<string, Written>, marker: string, send: (episode: string) => Promise<Answer>): Promise<void> {
    const episode = this.someEpisode();
    const written = documents.get(episode) ?? { accepted: null, unknown: new Set() };
    documents.set(episode, written);
    written.unknown.add(marker);
    await this.expect([200, 201], send(episode));
    written.accepted = marker;
    written.unknown.clear();
  }

  private readTranscript(): Promise<void> {
    return this.read(this.ledger.transcripts, (episode) => `/api/v1/episodes/${episode}/transcript`);
  }

  private readChapters(): Promise<void> {
    return this.read(this.ledger.chapters, (episode) => `/api/v1/episodes/${episode}/chapters`);
  }

  private async read(documents: Map<string, Written>, pathOf: (episode: string) => string): Promise<void> {
    const episode = this.someEpisode();
    const written = documents.get(episode);
    const answer = await this.expect(written ? [200] : [404], this.api.get(pathOf(episode)));
    if (written && !holds(answer.text, written)) this.contradict(`${pathOf(episode)} is not what was accepted last`);
  }

  /** A listener's download. */
  private async listen(): Promise<void> {
    const agent = `AntennaPod/3.${this.seed.name}.${this.serial}`;
    this.serial += 1;
    const answer = await this.api.once('GET', `/e/${this.someEpisode()}`, { headers: { 'User-Agent': agent } });
    if (answer?.status === 302) this.ledger.redirects.push({ at: Date.now() });
    else if (answer && answer.status !== 503) this.contradict(`the redirect answered ${answer.status}`);
  }

  /** A video ahead of its episode: the episode comes with the feed, or is linked; now and then it is canceled. */
  private async release(): Promise<void> {
    const episode = Math.random() < 0.5 ? this.free.pop() : undefined;
    const guid = episode ? undefined : this.seed.publish();
    const upload = await this.upload(anMp4({ seconds: 20 }));
    const stock = await this.stock(upload, guid === undefined ? {} : { match: { guid } }, ['ready', 'matched']);
    if (stock === null || !(await this.isRead(stock))) return;
    if (episode) {
      await this.expect([200], this.api.request('POST', `${STOCKS}/${stock}/link`, { json: { episode_id: episode } }));
      this.ledger.stocks.set(stock, ['matched']);
    } else if (Math.random() < 0.1) {
      const { status } = await this.expect([200, 409], this.api.request('POST', `${STOCKS}/${stock}/cancel`, { json: {} }));
      this.ledger.stocks.set(stock, [status === 200 ? 'canceled' : 'matched']);
    } else {
      await this.refetch(guid);
    }
  }

  private async failVideo(): Promise<void> {
    const upload = await this.upload(Buffer.from(`no video at all: ${this.marker()}`));
    await this.stock(upload, {}, ['failed']);
  }

  private async upload(bytes: Buffer): Promise<string> {
    const path = await this.tus.begin(bytes.length, { filename: 'video.mp4' });
    for (let offset = 0; offset < bytes.length;) {
      // In two pieces; after a piece whose answer is lost, the server says how far it came.
      const piece = bytes.subarray(offset, offset + Math.ceil(bytes.length / 2));
      const { status } = await this.expect([204, 409, 423, 404], this.tus.patch(path, offset, piece));
      if (status === 404) break;
      offset = status === 204 ? offset + piece.length : await this.tus.offset(path);
    }
    const id = path.split('/').at(-1)!;
    const { json } = await this.expect([200], this.api.get(`/api/v1/uploads/${id}`));
    if (json?.data?.status !== 'completed') this.contradict(`upload ${id} is not complete`);
    this.ledger.uploads.push({ id, bytes });
    return id;
  }

  private async stock(upload_id: string, more: object, ends: readonly string[]): Promise<string | null> {
    const json = { podcast_id: this.seed.podcast, client_key: this.marker(), upload_id, ...more };
    const answer = await this.expect([200, 201], this.api.request('POST', STOCKS, { json }));
    const id: string | undefined = answer.json?.data?.id;
    if (id !== undefined) this.ledger.stocks.set(id, ends);
    return id ?? null;
  }

  /** Whether the worker has read the file by now; it is given some time. */
  private async isRead(stock: string): Promise<boolean> {
    for (let looks = 0; looks < 20; looks += 1) {
      const { json } = await this.expect([200], this.api.get(`${STOCKS}/${stock}`));
      if (json?.data?.status !== 'processing') return json?.data?.status === 'ready';
      await sleep(500);
    }
    return false;
  }

  /** @param [guid] an episode that the feed has by now */
  private async refetch(guid?: string): Promise<void> {
    const path = `/api/v1/podcasts/${this.seed.podcast}/rss-refetch`;
    const { status, json } = await this.expect([202, 409, 429], this.api.request('POST', path));
    if (status !== 202) return;
    this.ledger.refetches.add(json.data.id as string);
    if (guid !== undefined) await this.seesEpisode(json.data.id as string, guid);
  }

  /** Once a refetch is told to be over, the list has the episode, however late the replica is (contract 2.14). */
  private async seesEpisode(refetch: string, guid: string): Promise<void> {
    const of = `/api/v1/podcasts/${this.seed.podcast}`;
    for (let looks = 0; looks < 20; looks += 1, await sleep(500)) {
      const { json } = await this.expect([200], this.api.get(`${of}/rss-refetch`));
      if (json?.data?.id !== refetch || !['succeeded', 'not_modified'].includes(json.data.status as string)) continue;
      const listed = await this.expect([200], this.api.get(`${of}/episodes?guid=${encodeURIComponent(guid)}`));
      if (listed.json?.data?.length !== 1) this.contradict(`refetch ${refetch} is over, and the list lacks ${guid}`);
      return;
    }
  }

  private someEpisode(): string {
    const { episodes } = this.seed;
    return episodes[Math.floor(Math.random() * episodes.length)]!;
  }

  private marker(): string {
    this.serial += 1;
    return `${this.seed.name}-${this.serial}`;
  }
}

/** Whether a document is one that it may be. */
export function holds(text: string, { accepted, unknown }: Written): boolean {
  return [...unknown, ...(accepted === null ? [] : [accepted])].some((marker) => new RegExp(`${marker}\\b`).test(text));
}

const time = (seconds: number): string =>
  `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;

/** From yesterday until tomorrow: every download of the run. */
function period(): string {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(-1)}&to=${day(1)}`;
}
