#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

module.enableCompileCache?.(); // Node.js 22 and newer start faster from the second time on
// The package has one bundle without dependencies; a checkout has what the build transpiled.
const bundle = new URL('../bundle/main.js', import.meta.url);
await import(existsSync(bundle) ? bundle.href : '../dist/main.js');
