import { Cursors } from '@app/http';
import { Waits, type WaitingRequest } from '@app/jobs';
import { eventTypesOf } from '@app/outbox';
import { Injectable } from '@nestjs/common';
import { eventResponse, type EventPage, type EventsQuery } from './events.dto.js';
import { EventsQueries } from './events.queries.js';

/** Milliseconds until a reader looks again for an event that a transaction under way keeps back. */
const PENDING_MS = 50;

const LISTED = eventTypesOf('list');

@Injectable()
export class EventsService {
  constructor(
    private readonly events: EventsQueries,
    private readonly waiting: Waits,
  ) {}

  /**
   * A page of the caller's events. The cursor is a position in the order of commits: whatever commits later is behind
   * it (contract 18.2), so that an empty page has one, too.
   * @throws AppError 422 `invalid_cursor`; 429 `too_many_waiting`
   */
  async list({ first, after, types, podcast_id }: EventsQuery, request: WaitingRequest): Promise<EventPage> {
    const { userId } = request;
    const podcastId = podcast_id ?? null;
    // A cursor without types covers all types, including those of later releases.
    const asked = types?.join(',') ?? 'all';
    const cursors = new Cursors(`events ${userId} ${asked} ${podcastId}`, (key) => /^\d{1,18}$/.test(key));
    const filter = { userId, types: types ?? LISTED, podcastId };
    let from = BigInt(cursors.read(after) ?? 0);
    const look = async () => {
      const found = await this.events.after(from, filter, first + 1);
      if (found.rows.length === 0 && found.upTo > from) from = found.upTo; // the next look goes on from here
      return found;
    };
    const { rows, upTo } = await this.waiting.until(look, {
      key: userId,
      request,
      isDone: (found) => found.rows.length > 0,
      againMs: ({ pending }) => (pending ? PENDING_MS : undefined),
    });
    const shown = rows.slice(0, first);
    const more = rows.length > first;
    const next = more ? BigInt(shown.at(-1)?.position ?? from) : upTo > from ? upTo : from;
    return { data: shown.map(eventResponse), meta: { has_more: more, next_cursor: cursors.at(String(next)) } };
  }
}
