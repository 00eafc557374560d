/** Where requests for `host:port` go instead (`OUTBOUND_CONNECT_TO`, as curl's `--connect-to`). */
export type ConnectTo = ReadonlyMap<string, { readonly host: string; readonly port: number }>;

/** Reads `HOST1:PORT1:HOST2:PORT2,…`; the form is judged by `Env`. */
export function connectTo(list: string | undefined): ConnectTo {
  const pairs = new Map<string, { host: string; port: number }>();
  for (const entry of list?.split(',') ?? []) {
    const [fromHost = '', fromPort = '', host = '', port = ''] = entry.trim().split(':');
    pairs.set(`${fromHost.toLowerCase().replace(/\.$/, '')}:${Number(fromPort)}`, { host, port: Number(port) });
  }
  return pairs;
}
