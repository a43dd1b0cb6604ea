/**
 * Black-box tests of the built portal. Sources here are TypeScript, compiled on the fly; the
 * portal and the libraries are what `tsc -b` built.
 * @type {import('jest').Config}
 */
export default {
  rootDir: '.',
  testMatch: ['<rootDir>/{architecture,launcher,system,faults,browser}/**/*.test.ts'],
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  // An import names the file as it will be built; here it may also be the source.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'] },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
      },
    ],
  },
  globalSetup: '<rootDir>/jest-services.js',
  globalTeardown: '<rootDir>/jest-services-stop.js',
  testTimeout: 120_000,
  // Files have stacks of their own, and wait for processes as long as they use them.
  maxWorkers: 2,
};
