/** Values by the name of their field, as they travel. */
export type Row = Readonly<Record<string, unknown>>;
