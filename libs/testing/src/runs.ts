/** How often a property test runs that asks the database each time: `npm run test:long` runs it more. */
export const runs = (usual: number): number =>
  process.env['PORTAL_TEST_LONG'] === undefined ? usual : usual * 20;
