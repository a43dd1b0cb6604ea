/** Values by field name, as in JSON. */
export type Row = Readonly<Record<string, unknown>>;
