export { ClickHouseServer, hasClickHouse } from './clickhouse-server.ts';
