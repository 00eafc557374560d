#!/usr/bin/env node
import module from 'node:module';

module.enableCompileCache?.(); // Node.js 22 and newer start faster from the second time on
await import('../dist/main.js');
