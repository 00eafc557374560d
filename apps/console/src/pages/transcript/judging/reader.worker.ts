import { expose } from 'comlink';
import { Reader } from './reader.ts';

expose(new Reader());
