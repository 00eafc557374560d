#!/usr/bin/env bash
# Holds compose.yaml to the JSON schema of the Compose Specification, and the manifests to the schemas and types of
# Kubernetes, without an engine or a cluster. Types refuse fields that do not exist, which the schemas of Kubernetes
# allow. Needs npm's registry, and schema/compose-spec.json of https://github.com/compose-spec/compose-spec:
#
#   docker/check-files.sh compose-spec.json
set -euo pipefail
schema=$(realpath "${1:?names compose-spec.json}")
cd "$(dirname "$0")/.."
export REPOSITORY=$PWD
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
cd "$WORK"
echo '{ "private": true, "type": "module" }' >package.json
npm install --silent --no-audit --no-fund ajv@8 ajv-formats@3 yaml@2 kubernetes-models@5 typescript@5

cat >check.js <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { parse } from 'yaml';

const [schemaFile] = process.argv.slice(2);
const read = (file) => parse(readFileSync(`${process.env.REPOSITORY}/docker/${file}`, 'utf8'), { merge: true });
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
const validate = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
for (const file of ['compose.yaml', 'compose.tls.yaml']) {
  const compose = read(file);
  if (!validate(compose)) throw new Error(ajv.errorsText(validate.errors, { separator: '\n' }));
  console.log(`${file}: ${Object.keys(compose.services).length} services are valid`);
}

const { items } = read('kubernetes/podcast-automation.yaml');
for (const item of items) {
  const models = await import(`kubernetes-models/${item.apiVersion}`);
  new models[item.kind](item).validate();
}
const typed = items.flatMap((item, n) => [
  `import type { I${item.kind} as T${n} } from 'kubernetes-models/${item.apiVersion}';`,
  `export const v${n}: T${n} = ${JSON.stringify(item)};`,
]);
writeFileSync('typed.ts', typed.join('\n'));
console.log(`podcast-automation.yaml: ${items.length} objects are valid`);
JS
node check.js "$schema"
npx tsc --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --target es2022 typed.ts
echo 'podcast-automation.yaml: every field exists'
