import { join } from 'node:path';
import { Env, Environment, secretsOf, variablesOf } from '@app/env';
import { FEATURES } from '@app/product';
import { describe, expect, it } from '@jest/globals';
import { ROOT, textOf } from './root.ts';

const classes = [Env, ...FEATURES.flatMap(({ environment }) => environment ?? [])];

describe('the README’s table of variables', () => {
  const [, table = ''] = /## Environment\n([^]*?)\n## /.exec(textOf('README.md')) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name ?? ''));

  it('the README’s table of variables has every variable that a feature declares', () => {
    const declared = [...new Set(classes.flatMap((Variables) => variablesOf(Variables)))];
    expect(declared.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('the README’s table of variables has no variable that nothing declares, but for those of Node and of `webhook listen`', () => {
    const known = new Set(classes.flatMap((Variables) => variablesOf(Variables)));
    expect(named.filter((name) => !known.has(name))).toEqual(['NODE_EXTRA_CA_CERTS', 'WEBHOOK_SECRET']);
  });

  it('the README’s table of variables marks those that may be given as a file', () => {
    const secrets = classes.flatMap((Variables) => secretsOf(Variables));
    for (const name of secrets) expect(rows.find((row) => row.startsWith(`| \`${name}\``))).toMatch(/secret/);
  });
});

describe('the examples of deployments', () => {
  const declared = new Set(classes.flatMap((Variables) => variablesOf(Variables)));
  const secrets = new Set(classes.flatMap((Variables) => secretsOf(Variables)));
  const baseName = (name: string) => (secrets.has(name.replace(/_FILE$/, '')) ? name.replace(/_FILE$/, '') : name);
  /** Of the image itself, of one process alone, or forbidden in production. */
  const own = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'WORKER_PORT', 'OUTBOUND_CONNECT_TO'];

  it('compose.yaml passes every variable on', () => {
    const passed = [...textOf('docker/compose.yaml').matchAll(/^ {2,6}([A-Z0-9_]+): /gm)].map(([, name = '']) => baseName(name));
    expect([...declared].filter((name) => !own.includes(name) && !passed.includes(name))).toEqual([]);
    const others = [
      'POSTGRES_DB',
      'POSTGRES_PASSWORD_FILE',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SHARED_CREDENTIALS_FILE',
      'NODE_EXTRA_CA_CERTS',
      'NODE_OPTIONS',
    ];
    expect(passed.filter((name) => !declared.has(name)).sort()).toEqual(others.sort());
  });

  it('compose.yaml lets the start refuse a DATABASE_DIRECT_URL beside its file, and takes an empty one for none', () => {
    expect(textOf('docker/compose.yaml')).toContain('\n  DATABASE_DIRECT_URL: ${DATABASE_DIRECT_URL:-}\n');
    const given = { DATABASE_URL: 'postgres://u@h/d', ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64') };
    const withFile = { ...given, DATABASE_DIRECT_URL_FILE: join(ROOT, 'docker/none') };
    const start = (url: string) => () => Environment.load({ ...withFile, DATABASE_DIRECT_URL: url });
    expect(start('postgres://u@h/d')).toThrow('DATABASE_DIRECT_URL_FILE must not be set beside DATABASE_DIRECT_URL');
    expect(start('')).toThrow('DATABASE_DIRECT_URL_FILE cannot be read');
  });

  it('the Kubernetes example sets no variable that nothing reads', () => {
    const text = textOf('docker/kubernetes/podcast-automation.yaml');
    const named = [...text.matchAll(/(?:^ +|name: )([A-Z][A-Z0-9_]{3,})\b/gm)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !declared.has(baseName(name)))).toEqual(['AWS_SHARED_CREDENTIALS_FILE']);
    expect(text).not.toContain('secretRef'); // secrets are files, of which no process has the variables
  });

  it('compose.yaml takes every secret as a file, in each container that reads its variable', () => {
    const compose = textOf('docker/compose.yaml');
    const files = [...compose.matchAll(/^ {2}([A-Z_]+)_FILE: .*?\/run\/secrets\/([a-z_]+)\}?$/gm)];
    const lacking = [...secrets].filter((name) => !files.some(([, one]) => one === name));
    expect(lacking).toEqual(['REDIS_URL']); // Valkey has no password here
    const named = files.map(([, , file = '']) => file).sort();
    const lists = [...compose.matchAll(/^ {4}secrets:(?: &secrets)?\n((?: {6}- .*\n)+)/gm)].map(([, list = '']) => list);
    // Of migrate, and of api, worker and admin.
    expect(lists.map((list) => (list.match(/\w+(?=(?: \})?\n)/g) ?? []).sort())).toEqual([named, named]);
    for (const file of named) expect(compose).toContain(`\n  ${file}: { file: `);
  });

  it('migrate as a role of its own, which api and worker do not know', () => {
    const compose = textOf('docker/compose.yaml');
    const [, ofMigrate = ''] = /^ {2}migrate:\n([^]*?)^ {4}command: \[migrate\]$/m.exec(compose) ?? [];
    expect(ofMigrate).toContain('{ source: migrator_url, target: database_direct_url }');
    expect(compose.match(/migrator_url/g)).toHaveLength(2);
    const [, ofJob = ''] =
      /\n {2}- apiVersion: batch\/v1\n([^]*?)\n {2}- apiVersion:/.exec(textOf('docker/kubernetes/podcast-automation.yaml')) ?? [];
    expect(ofJob).toContain('secretName: podcast-automation-migrator');
    expect(textOf('docker/kubernetes/podcast-automation.yaml').match(/secretName: podcast-automation-migrator/g)).toHaveLength(1);
  });
});

describe('the containers of compose.yaml', () => {
  const [head = '', body = ''] = textOf('docker/compose.yaml').split('\nservices:\n');
  const [services = ''] = body.split(/^configs:$/m);
  const blocks = new Map(
    services.split(/^(?= {2}[a-z]+:$)/m).flatMap((block) => {
      const [, name] = /^ {2}([a-z]+):$/m.exec(block) ?? [];
      return name === undefined ? [] : [[name, block] as const];
    }),
  );
  const lacking = (text: string, but: readonly string[] = []) =>
    [...blocks].filter(([name, block]) => !block.includes(text) && !but.includes(name)).map(([name]) => name);

  it('the containers of compose.yaml have a read-only root, no capabilities, no way to new privileges and bounded logs', () => {
    for (const setting of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'max-size: 10m'])
      expect(head).toContain(setting);
    expect(blocks.size).toBe(9);
    // The database changes to its own user as it starts; Prometheus is for trials.
    expect(lacking('<<: *hardened')).toEqual(['postgres', 'prometheus']);
    expect([...blocks.values()].filter((block) => !/\*(?:hardened|logging)\b/.test(block))).toEqual([]);
  });

  it('the containers of compose.yaml that work on uploads have their volume: the command erases and exports files, too', () => {
    expect([...blocks].filter(([, block]) => /[*&]uploads/.test(block)).map(([name]) => name)).toEqual(['api', 'worker', 'admin']);
  });

  it('the containers of compose.yaml of api and worker may be many: they have neither a name nor a port of the host', () => {
    for (const name of ['api', 'worker']) expect(blocks.get(name)).not.toMatch(/^ {4}(?:container_name|hostname|ports):/m);
    for (const file of ['haproxy.cfg', 'nginx.conf']) expect(textOf(`docker/proxy/${file}`)).toMatch(/\bapi(?:-\d)?:3000\b/);
  });

  it('the containers of compose.yaml have a health check each, but for commands that end', () => {
    expect(lacking('healthcheck:', ['migrate', 'admin'])).toEqual([]);
  });
});

it('proxies and probes ask whether a process serves, and none whether it is ready: a fault of all evicts none (contract 16.7)', () => {
  const files = ['docker/Dockerfile', 'docker/compose.yaml', 'docker/proxy/haproxy.cfg', 'docker/kubernetes/podcast-automation.yaml'];
  const asked = files.map((file) =>
    [...textOf(file).matchAll(/(?:path: |uri |(?:\}|\d))(\/health\/(?:ready|serving))/g)].map(([, path]) => path),
  );
  expect(asked.map((paths) => [paths.length, [...new Set(paths)]])).toEqual([2, 2, 1, 2].map((count) => [count, ['/health/serving']]));
});

it('the images of api and worker have a HEALTHCHECK, and none runs as root', () => {
  const stages = textOf('docker/Dockerfile').split(/^(?=FROM )/m);
  const stage = (name: string) => stages.find((text) => text.split('\n', 1)[0]?.endsWith(` AS ${name}`)) ?? '';
  for (const name of ['api', 'worker']) expect(stage(name)).toMatch(/^FROM runtime AS [^]*^HEALTHCHECK /m);
  expect(stage('admin')).toMatch(/^FROM runtime /);
  expect(stage('runtime').trimEnd()).toMatch(/^USER node$/m);
});

it('the images of others that are built on or run are pinned by their digests', () => {
  const [, base = ''] = /^ARG NODE_IMAGE=(.*)$/m.exec(textOf('docker/Dockerfile')) ?? [];
  const stages = [...textOf('docker/Dockerfile').matchAll(/^FROM (\S+)(?: AS (\S+))?$/gm)];
  const built = stages.map(([, , name]) => name);
  expect(stages.map(([, image]) => image).filter((image) => image !== '${NODE_IMAGE}' && !built.includes(image))).toEqual([]);
  const run = [...textOf('docker/compose.yaml').matchAll(/^ +image: (.*)$/gm)].map(([, image = '']) => image);
  expect(run).toHaveLength(5);
  expect([base, ...run].filter((image) => !/^[\w/-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
});

it('the image of the api, and no other, contains the console', () => {
  const dockerfile = textOf('docker/Dockerfile');
  expect(dockerfile).toMatch(/^ && cp -R apps\/console\/dist \/console\/$/m); // the build fails where it is missing
  const [, ofApi = ''] = dockerfile.split(/^FROM runtime AS api$/m);
  expect(ofApi).toMatch(/^COPY --from=build \/console \.\/apps\/console$/m);
  expect(dockerfile.match(/^COPY .*\/console/gm)).toHaveLength(1);
});

it('the Kubernetes example has probes, a budget for disruptions and autoscaling on the queue, and says that it was not run', () => {
  const text = textOf('docker/kubernetes/podcast-automation.yaml');
  expect(text).toMatch(/never applied to a cluster/);
  for (const part of [
    'kind: PodDisruptionBudget',
    'kind: HorizontalPodAutoscaler',
    'readinessProbe:',
    'livenessProbe:',
    'webhook_deliveries',
  ])
    expect(text).toContain(part);
});

it('the Kubernetes example lets in the ingress controller to the api alone, and Prometheus to the ports of metrics', () => {
  const text = textOf('docker/kubernetes/podcast-automation.yaml');
  const [, policy = ''] = /\n {4}kind: NetworkPolicy\n([^]*?)\n {2}- apiVersion:/.exec(text) ?? [];
  expect(policy).toMatch(/podSelector: \{ matchLabels: \{ app: podcast-automation \} \}\n +policyTypes: \[Ingress\]/);
  const rules = [...policy.matchAll(/- from: .*metadata\.name: (\S+) .*\n +ports: (.*)/g)].map(([, from, ports = '']) => [from, ports.match(/\d+/g)]); // prettier-ignore
  expect(rules).toEqual([
    ['ingress-nginx', ['3000']],
    ['monitoring', ['9464', '3001']],
  ]);
  const [http, ...metrics] = ['http, containerPort: 3000', 'metrics, containerPort: 9464', 'http, containerPort: 3001'];
  for (const port of [http, ...metrics]) expect(text).toContain(`{ name: ${port} }`);
});
