export { demoEnvironment, withDemoServices } from './demo-services.ts';
export { loadDemo } from './load-demo.ts';
