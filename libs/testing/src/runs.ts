const IS_LONG = process.env['PORTAL_TEST_LONG'] !== undefined;

/** How often a property test runs that takes long: `npm run test:long` runs it more. */
export const runs = (usual: number): number => (IS_LONG ? usual * 20 : usual);

/** Each `every`th element from this one on; `npm run test:long` takes all. */
export const share = <T>(all: readonly T[], every: number, first: number): readonly T[] =>
  IS_LONG ? all : all.filter((_, index) => index % every === first % every);
