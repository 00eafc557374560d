// A page that talks to the API with @app/client, as a console or a plugin would. The test says where and what.
import { ApiError, createClient, webhooks } from '@app/client';

type Work = {
  readonly baseUrl: string;
  readonly token: string;
  readonly podcast: string;
  readonly episode: string;
  readonly notification: { readonly body: string; readonly headers: Record<string, string>; readonly secret: string };
};

declare global {
  var exchange: (work: Work) => Promise<object>;
}

globalThis.exchange = async ({ baseUrl, token, podcast, episode, notification }) => {
  const client = createClient({ baseUrl, token });
  const titles: string[] = [];
  const path = { podcast };
  for await (const { title } of client.items('/api/v1/podcasts/{podcast}/episodes', { params: { path, query: { first: 1 } } }))
    titles.push(title);
  const put = (content: string) =>
    client.PUT('/api/v1/episodes/{episode}/transcript', { params: { path: { episode } }, body: { content } });
  const stored = (await put('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n')).data.data.segment_count;
  const refused = await put('no times').catch((error: unknown) => error instanceof ApiError && [error.code, error.requestId !== null]);
  let progress = 0;
  const file = new File([new Uint8Array(2_500_000)], 'talk.mp4', { type: 'video/mp4' });
  const { id } = await client.upload(file, { chunkSize: 1_000_000, onProgress: (sent) => (progress = sent) });
  const { data: upload } = await client.GET('/api/v1/uploads/{upload}', { params: { path: { upload: id } } });
  const { type } = await webhooks.verify(notification.body, notification.headers, notification.secret);
  return { titles, stored, refused, progress, upload: [upload.data.filename, upload.data.byte_size, upload.data.status], type };
};
