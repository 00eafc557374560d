import { preset } from '../../tools/jest/preset.mjs';

const setup = `${import.meta.dirname}/../../tools/jest/e2e.setup.mjs`;

export default { ...preset({ name: 'api-e2e', database: true }), globalSetup: setup, testTimeout: 90_000 };
