/** Loaded before a worker (`--import`): its statements leave the attempt log out. */
import pg from 'pg';

const ENTRY = /^ *attempt_log = .*\n/gm;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with the client as `this`
const query = pg.Client.prototype.query;

pg.Client.prototype.query = function (this: pg.Client, config: any, ...rest: any[]) {
  if (typeof config === 'string') return Reflect.apply(query, this, [config.replace(ENTRY, ''), ...rest]);
  if (typeof config?.text === 'string') config.text = config.text.replace(ENTRY, '');
  return Reflect.apply(query, this, [config, ...rest]);
} as typeof query;
