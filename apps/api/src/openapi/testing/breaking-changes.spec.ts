import { describe, expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.js';

type Json = Record<string, unknown>;

/** A document with one operation; the change is made in a copy of it. */
function changed(change: (operation: Json, document: Json) => void): readonly string[] {
  const operation = {
    operationId: 'putThing',
    parameters: [{ in: 'query', name: 'dry_run', schema: { type: 'boolean' } }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, kind: { type: 'string', enum: ['a', 'b'] } },
          },
        },
      },
    },
    responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
  };
  const Thing = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, size: { type: 'integer' } } };
  const before = { paths: { '/things': { put: operation } }, components: { schemas: { Thing } } };
  const after = structuredClone(before) as unknown as Json;
  change((after['paths'] as Record<string, Record<string, Json>>)['/things']?.['put'] ?? {}, after);
  return breakingChanges(before, after);
}
const thing = (document: Json) =>
  (document['components'] as { schemas: { Thing: { required: string[]; properties: Json } } }).schemas.Thing;
type Body = { requestBody: { content: Record<string, { schema: { required: string[]; properties: Json } }> } };
const body = (operation: Json) => (operation as Body).requestBody.content['application/json']?.schema;

describe('breakingChanges', () => {
  it.each<[string, (operation: Json, document: Json) => void, string]>([
    ['an operation that went', (_, document) => (document['paths'] = {}), 'PUT /things: is gone'],
    ['another operation id', (operation) => (operation['operationId'] = 'x'), 'PUT /things: operationId putThing is gone'],
    ['a parameter that went', (operation) => (operation['parameters'] = []), 'PUT /things query dry_run: is gone'],
    [
      'a parameter that is required',
      (operation) => (operation['parameters'] as Json[]).push({ in: 'query', name: 'x', required: true }),
      'PUT /things query x: became required',
    ],
    [
      'a property that is required',
      (operation) => body(operation)?.required.push('kind'),
      'PUT /things body application/json.kind: became required',
    ],
    [
      'a value that is refused',
      (operation) => Object.assign(body(operation)?.properties['kind'] ?? {}, { enum: ['a'] }),
      'PUT /things body application/json.kind: b are no longer allowed',
    ],
    [
      'a property that an answer lost',
      (_, document) => delete thing(document).properties['size'],
      'PUT /things 200 application/json.size: is gone',
    ],
    [
      'a property that may be left out',
      (_, document) => (thing(document).required = []),
      'PUT /things 200 application/json.id: may be left out now',
    ],
    [
      'a property that can be null',
      (_, document) => (thing(document).properties['id'] = { type: ['string', 'null'] }),
      'PUT /things 200 application/json.id: can be null now',
    ],
    ['a status that went', (operation) => (operation['responses'] = {}), 'PUT /things 200: is gone'],
  ])('breakingChanges reports %s', (_, change, expected) => {
    expect(changed(change)).toEqual([expected]);
  });

  it('breakingChanges says nothing of additions', () => {
    expect(
      changed((operation, document) => {
        (operation['parameters'] as Json[]).push({ in: 'query', name: 'x', schema: { type: 'string' } });
        Object.assign(body(operation)?.properties ?? {}, { more: { type: 'string' } });
        thing(document).properties['more'] = { type: 'string' };
        thing(document).required.push('more', 'size');
        (operation['responses'] as Json)['202'] = {};
      }),
    ).toEqual([]);
  });
});
