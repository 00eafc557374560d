export { DatabaseServers, type ServerState } from './database-servers.js';
export { Encryption } from './encryption.js';
export { constraint, CronExpression, UrlWithScheme } from './env.constraints.js';
export { EnvError } from './env-error.js';
export { Env } from './env.js';
export { Environment } from './environment.js';
export { redisOptions, type RedisConnectionOptions } from './redis-options.js';
export { Integer, Numbers, Secret, secretsOf, variablesOf, type EnvironmentClass } from './variables.js';
