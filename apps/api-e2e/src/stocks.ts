import type { Client, components } from '@app/client';
import { anMp4 } from '@app/media';
import { until } from '@app/process/testing/until';
import { expect } from '@jest/globals';

export const STOCKS = '/api/v1/video-stocks';

export type Stock = components['schemas']['VideoStockResponse'];
export type Registration = components['schemas']['CreateVideoStock'];

/** Registers videos of a user, with uploads of their own, for a podcast unless told otherwise. */
export class Stocks {
  private keys = 0;

  constructor(
    private readonly client: Client,
    private readonly podcast: string,
  ) {}

  /** Uploads a file. @returns the id of the upload */
  async uploaded(bytes: Uint8Array, client = this.client): Promise<string> {
    return (await client.upload(bytes, { filename: 'talk.mp4', contentType: 'video/mp4' })).id;
  }

  aVideo(seconds = 10): Promise<string> {
    return this.uploaded(anMp4({ seconds }));
  }

  aKey(): string {
    return `key-${(this.keys += 1)}`;
  }

  /** A request for a stock, with a new key and a new upload unless told otherwise. */
  async aRegistration(over: Partial<Registration> = {}): Promise<Registration> {
    return { podcast_id: this.podcast, client_key: this.aKey(), upload_id: over.upload_id ?? (await this.aVideo()), ...over };
  }

  async create(over?: Partial<Registration>): Promise<Stock> {
    const { data, response } = await this.client.POST(STOCKS, { body: await this.aRegistration(over) });
    expect(response.status).toBe(201);
    return data.data;
  }

  async show(id: string, client = this.client): Promise<Stock> {
    return (await client.GET('/api/v1/video-stocks/{stock}', { params: { path: { stock: id } } })).data.data;
  }

  /** Waits until a worker is done with a stock. */
  settled(id: string, client = this.client): Promise<Stock> {
    return until(async () => {
      const stock = await this.show(id, client);
      return stock.status !== 'processing' && stock;
    });
  }
}
