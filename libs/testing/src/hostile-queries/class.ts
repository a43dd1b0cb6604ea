export interface HostileClass {
  name: string;
  /** Where it is wrong, the query, and a harmless one of the same shape. */
  queries: readonly (readonly [at: string, sql: string, honest: string])[];
}
