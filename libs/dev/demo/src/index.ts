export { demoEnvironment, withDemoServices } from './demo-services.ts';
export { demoFixtures } from './demo.ts';
export { loadDemo } from './load-demo.ts';
