/** Loaded before a worker (`--import`): its statements leave the attempt log out. */
import pg from 'pg';

const ENTRY = /^ *attempt_log = .*\n/gm;
const { query } = pg.Client.prototype;

pg.Client.prototype.query = function (this: pg.Client, config: any, ...rest: any[]) {
  if (typeof config === 'string') return Reflect.apply(query, this, [config.replace(ENTRY, ''), ...rest]);
  if (typeof config?.text === 'string') config.text = config.text.replace(ENTRY, '');
  return Reflect.apply(query, this, [config, ...rest]);
} as typeof query;
