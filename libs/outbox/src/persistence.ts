import type { Persistence } from '@app/database';
import { ShortPartitionLocks1790003300200 } from './migrations/1790003300200-short-partition-locks.js';
import { Backlog } from './tables/backlog.entity.js';
import { Delivery } from './tables/delivery.entity.js';
import { DeliveryCount } from './tables/delivery-count.entity.js';
import { Event } from './tables/event.entity.js';
import { DestinationHealth } from './tables/health.entity.js';
import { Replay } from './tables/replay.entity.js';
import { WebhookHealth1790002174500 } from './migrations/1790002174500-webhook-health.js';
import { ClockReading } from './tables/clock-reading.entity.js';
import { WebhookClock1790002180500 } from './migrations/1790002180500-webhook-clock.js';
import { UncountedDeliveries1790003900000 } from './migrations/1790003900000-uncounted-deliveries.js';
import { Endpoint } from './tables/endpoint.entity.js';
import { Webhooks1790000010000 } from './migrations/1790000010000-webhooks.js';
import { DueSince1790000012000 } from './migrations/1790000012000-due-since.js';
import { AttemptLog1790000050000 } from './migrations/1790000050000-attempt-log.js';
import { Registrations1790000051000 } from './migrations/1790000051000-registrations.js';
import { DeliveryCounts1790000150000 } from './migrations/1790000150000-delivery-counts.js';
import { DeliveryPartitions1790000151000 } from './migrations/1790000151000-delivery-partitions.js';
import { Causes1790000154000 } from './migrations/1790000154000-causes.js';
import { Events1790002164500 } from './migrations/1790002164500-events.js';
import { Registration } from './tables/registration.entity.js';
import { VacuumEvents1790004200000 } from './migrations/1790004200000-vacuum-events.js';
import { BodiesOfEvents1790004600000 } from './migrations/1790004600000-bodies-of-events.js';

/** All tables of webhooks: their migrations build on each other, and whoever publishes needs them. */
export const outboxPersistence: Persistence = {
  entities: [Event, Endpoint, Delivery, DeliveryCount, Registration, Backlog, DestinationHealth, Replay, ClockReading],
  migrations: [
    Webhooks1790000010000,
    DueSince1790000012000,
    AttemptLog1790000050000,
    Registrations1790000051000,
    DeliveryCounts1790000150000,
    DeliveryPartitions1790000151000,
    Causes1790000154000,
    Events1790002164500,
    WebhookHealth1790002174500,
    WebhookClock1790002180500,
    UncountedDeliveries1790003900000,
    ShortPartitionLocks1790003300200,
    VacuumEvents1790004200000,
    BodiesOfEvents1790004600000,
  ],
  userData: {
    events: { column: 'user_id' },
    webhook_deliveries: { column: 'user_id' },
    webhook_registrations: { column: 'user_id' },
    webhook_replays: { column: 'user_id' },
    webhook_endpoints: { column: 'user_id', secrets: ['sealed_secret'] },
    webhook_health: { column: 'endpoint_id', of: 'webhook_endpoints' },
    webhook_backlogs: { column: 'endpoint_id', of: 'webhook_endpoints' },
    webhook_delivery_counts: 'numbers over all users',
    webhook_clock: 'readings of the clock',
  },
};
