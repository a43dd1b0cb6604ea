export interface HostileClass {
  name: string;
  /** The offending text, the query, and a harmless query of the same shape. */
  queries: readonly (readonly [at: string, sql: string, honest: string])[];
}
