import { defineErrors } from '@app/http/errors';

export const agentErrors = defineErrors({
  host_not_allowed: {
    kind: 'not_permitted',
    message: ({ host }: { host: string }) => `This service listens on a loopback address, and ${host} is another host.`,
    meaning: '`/mcp` of a service on a loopback address was called by the name of another host, as in DNS rebinding.',
  },
  origin_not_allowed: {
    kind: 'not_permitted',
    message: ({ origin }: { origin: string }) => `This service listens on a loopback address, and ${origin} is a foreign origin.`,
    meaning: '`/mcp` of a service on a loopback address was called by a page of another origin.',
  },
});
