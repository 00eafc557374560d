import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo } from '@app/http/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type NextFunction, type Request, type Response } from 'express';
import { servePage } from './console.js';
import { serveDocs } from './docs/serve-docs.js';
import { serveForMachines } from './for-machines.js';
import { serveFrontPage } from './front-page.js';

const ROOT = join(import.meta.dirname, '../../..');

const INDEX = '<meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="/console/assets/a-1.js" nonce="__CSP_NONCE__"></script>';

describe('the pages of the api', () => {
  const dir = mkdtempSync(join(tmpdir(), 'console-'));
  let server: Server;
  let base: string;

  beforeAll(async () => {
    mkdirSync(join(dir, 'dist/assets'), { recursive: true });
    writeFileSync(join(dir, 'secret.txt'), 'secret');
    writeFileSync(join(dir, 'dist/index.html'), INDEX);
    writeFileSync(join(dir, 'dist/assets/a-1.js'), 'plain');
    for (const name of ['audio', 'reader']) writeFileSync(join(dir, `dist/assets/${name}.worker-x1.js`), 'plain');
    writeFileSync(join(dir, 'dist/assets/a-1.js.br'), 'br');
    writeFileSync(join(dir, 'dist/assets/a-1.js.gz'), 'gz');
    const app = express();
    app.use((_request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      next();
    });
    app.use('/console', servePage(join(dir, 'dist')));
    app.use('/unbuilt', servePage(join(dir, 'none')));
    app.use('/late', servePage(join(dir, 'late')));
    app.use(serveDocs(ROOT), serveForMachines(ROOT), serveFrontPage());
    app.use((_request, response) => void response.status(404).json({ message: 'There is nothing at this address.' }));
    app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
      const { status, body, headers } = answerTo(error);
      response.set(headers).status(status).json(body);
    });
    await new Promise<void>((resolve) => (server = app.listen(0, '127.0.0.1', () => resolve())));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(dir, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(base + path, { method, headers, redirect: 'manual' });
  /** As a client sends it that does not tidy its paths. */
  const statusOfRaw = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { hostname, port } = new URL(base);
      const sent = httpRequest({ hostname, port, path }, (response) => resolve(response.resume().statusCode));
      sent.on('error', reject).end();
    });

  it.each(['/console/', '/console/podcasts/1/videos?status=ready'])('every address of the console is the page: %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('/console/assets/a-1.js');
  });

  it('the worker that reads audio may ask any host, and no other worker anybody', async () => {
    const policyOf = async (name: string) => (await get(`/console/assets/${name}.worker-x1.js`)).headers.get('content-security-policy');
    expect(await policyOf('audio')).toBe("default-src 'none'; script-src 'self'; connect-src https: http:");
    expect(await policyOf('reader')).toBe("default-src 'none'; script-src 'self'; connect-src 'none'");
    expect((await get('/console/assets/a-1.js')).headers.get('content-security-policy')).toBeNull();
  });

  it('a strict policy comes with the page, and its nonce is another each time', async () => {
    const [one, two] = await Promise.all([get('/console/'), get('/console/')]);
    const policy = one.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).not.toMatch(/unsafe|\*/);
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(await one.text()).toBe(INDEX.replaceAll('__CSP_NONCE__', nonce));
    expect(two.headers.get('content-security-policy')).not.toBe(policy);
  });

  it('clients may cache an asset for ever, in an encoding that they accept', async () => {
    for (const [accepted, encoding, body] of [
      ['br, gzip', 'br', 'br'],
      ['gzip', 'gzip', 'gz'],
      ['identity', undefined, 'plain'],
    ] as const) {
      const { headers, text } = await raw('/console/assets/a-1.js', { 'Accept-Encoding': accepted });
      expect({ encoding: headers['content-encoding'], text }).toEqual({ encoding, text: body });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toContain('javascript');
      expect(headers['vary']).toContain('Accept-Encoding');
    }
  });

  it('a console asset that the client has is 304, and HEAD has no body', async () => {
    const first = await raw('/console/assets/a-1.js', {});
    const again = await raw('/console/assets/a-1.js', { 'If-None-Match': String(first.headers['etag']) });
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    const head = await get('/console/assets/a-1.js', {}, 'HEAD');
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
  });

  it('a request for a console asset with an invalid range gets the whole', async () => {
    expect((await get('/console/assets/a-1.js', { Range: 'bytes=4-2' })).status).toBe(200);
  });

  it.each([
    '/console/assets/none.js',
    '/console/favicon.ico',
    '/console/../secret.txt',
    '/console/assets/../../../secret.txt',
    '/console/assets/..%2f..%2f..%2fsecret.txt',
    '/console/assets/%2e%2e/%2e%2e/secret.txt',
    '/unbuilt/',
  ])('the console does not serve %s', async (path) => {
    expect(await statusOfRaw(path)).toBe(404);
  });

  it('the api serves the console as soon as it is built, and always its latest build', async () => {
    expect(await statusOfRaw('/late/')).toBe(404);
    mkdirSync(join(dir, 'late'));
    const index = join(dir, 'late', 'index.html');
    for (const [html, seconds] of [
      ['first', 1],
      ['second', 2],
    ] as const) {
      writeFileSync(index, html);
      utimesSync(index, seconds, seconds);
      expect((await raw('/late/', {})).text).toBe(html);
    }
  });

  it.each([
    '/',
    '/docs',
    '/docs/search',
    '/docs/guides/contract',
    '/docs/guides/contract.md',
    '/docs/guides/arazzo/release.arazzo.json',
    '/docs/guides/console/feed-wide-light.png',
    '/llms.txt',
    '/.well-known/api-catalog',
    '/console',
    '/console/podcasts',
  ])('%s names its methods to a request with another (contract 2.5)', async (path) => {
    const { status, headers } = await get(path, {}, 'POST');
    expect([status, headers.get('allow')]).toEqual([404, 'GET, HEAD']);
  });

  it.each([
    ['arazzo/release.arazzo.json', 'application/json; charset=utf-8'],
    ['video-stock-states.svg', 'image/svg+xml'],
    ['console/feed-wide-light.png', 'image/png'],
    ['examples/release.mjs', 'text/plain; charset=utf-8'],
    ['adr/README.md', 'text/plain; charset=utf-8'],
  ])('the file %s to which guides link is as it is in the repository, shown as %s', async (file, type) => {
    const response = await get(`/docs/guides/${file}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(ROOT, 'docs', file)))).toBe(true);
  });

  it('an address without a page of the console has no Allow', async () => {
    for (const path of [
      '/docs/none',
      '/docs/guides/arazzo',
      '/docs/guides/../../package.json',
      '/console/none.js',
      '/unbuilt/',
      '/nothing',
    ])
      expect((await get(path, {}, 'POST')).headers.get('allow')).toBeNull();
  });

  it('the address of the console without its slash leads to the page', async () => {
    const response = await get('/console');
    expect({ status: response.status, location: response.headers.get('location') }).toEqual({ status: 308, location: '/console/' });
  });

  it('a browser at / is led to the documents, and a program gets 404', async () => {
    const { status, headers } = await get('/', { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect({ status, location: headers.get('location'), vary: headers.get('vary') }).toEqual({
      status: 302,
      location: '/docs',
      vary: 'Accept',
    });
    for (const accept of ['*/*', 'application/json']) expect((await get('/', { Accept: accept })).status).toBe(404);
  });

  /** Without fetch's decoding. */
  function raw(path: string, headers: Record<string, string>) {
    const { hostname, port } = new URL(base);
    return new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      const sent = httpRequest({ hostname, port, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      sent.on('error', reject).end();
    });
  }
});
