import type { FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { ArgumentError, operationsOf, type ApiDocument, type Call, type Tool } from '@app/agent-tools';
import type { Client, UploadOptions } from '@app/client';
import { errorBody } from '../explain.js';
import type { AllowedFiles } from './allowed-files.js';

/** Bytes of a transcript, as the API takes them. */
const MAX_TRANSCRIPT_BYTES = 10 * 1024 * 1024;

const UPLOAD = 'postUploads';
const FILE = { type: 'string', description: 'Path of a file of this machine, below the folder that is allowed.' };

type Of = {
  readonly tools: readonly Tool[];
  readonly document: ApiDocument;
  readonly files: AllowedFiles;
  readonly client: Client;
  readonly send: Call;
};

/** Tools that take files by their path: one uploads a video, and a transcript may be named instead of written. */
export function withFiles({ tools, document, files, client, send }: Of): { readonly tools: readonly Tool[]; readonly call: Call } {
  const upload = tools.some(({ permission }) => permission === 'update') ? uploadTools(document) : [];
  const call: Call = async (tool, { file, ...args }, signal) => {
    if (tool.name === UPLOAD) return uploaded(client, await files.open(file, 'video'), { filename: basename(String(file)), signal });
    if (file === undefined || !takesText(tool)) return send(tool, { ...args, ...(file !== undefined && { file }) }, signal);
    if (args['content'] !== undefined) throw new ArgumentError('Give content or file, not both.');
    return send(tool, { ...args, content: await textOf(await files.open(file, 'transcript')) }, signal);
  };
  return { tools: [...tools.map((tool) => (takesText(tool) ? withFile(tool) : tool)), ...upload], call };
}

/** Whether a tool takes the text of a transcript. */
const takesText = ({ inputSchema: { properties } }: Tool): boolean => properties['content']?.['type'] === 'string';

function withFile(tool: Tool): Tool {
  const { properties, required } = tool.inputSchema;
  const inputSchema = {
    ...tool.inputSchema,
    properties: { ...properties, file: FILE },
    required: required.filter((name) => name !== 'content'),
  };
  return { ...tool, inputSchema, description: `${tool.description} Give content, or the path of a file.` };
}

/** The upload as a tool: the operation itself takes raw bytes. */
function uploadTools(document: ApiDocument): Tool[] {
  return operationsOf(document).flatMap(({ method, path, operation }) => {
    const { operationId, summary = operationId, 'x-required-permission': permission = null } = operation;
    if (operationId !== UPLOAD) return [];
    return {
      name: UPLOAD,
      title: summary,
      description: `${summary}: a video of this machine. Register it with postVideoStocks by its id.`,
      inputSchema: { type: 'object', properties: { file: FILE }, required: ['file'], additionalProperties: false },
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      permission,
      method,
      path,
      parameters: [],
      takesBody: true,
    };
  });
}

async function uploaded(client: Client, handle: FileHandle, options: UploadOptions) {
  const answer = (status: number, body: object) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  try {
    const { size } = await handle.stat();
    return answer(201, { data: await client.upload(handle.createReadStream({ start: 0 }), { ...options, size }) });
  } catch (error) {
    const { status } = error as { readonly status?: number };
    if (status === undefined) throw error;
    return answer(status, errorBody(error));
  } finally {
    await handle.close();
  }
}

async function textOf(handle: FileHandle): Promise<string> {
  try {
    const { size } = await handle.stat();
    if (size > MAX_TRANSCRIPT_BYTES) throw new ArgumentError(`The file has ${size} bytes; at most ${MAX_TRANSCRIPT_BYTES} are allowed.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? new ArgumentError('The file is not UTF-8: podcast transcript fix writes it anew.')
      : error;
  } finally {
    await handle.close();
  }
}
