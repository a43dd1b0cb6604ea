import { z } from 'zod';

/**
 * How a CSV file is written: `standard` is RFC 4180. Excel needs a byte order mark to read UTF-8, and in
 * languages with a decimal comma it expects that and semicolons: `excel-semicolon`.
 */
export const csvDialectSchema = z.enum(['standard', 'excel', 'excel-semicolon']);
export type CsvDialect = z.infer<typeof csvDialectSchema>;

/** The dialect in the query of an export. */
export const csvDialectParam = { dialect: csvDialectSchema.prefault('standard') };

/** Query of an export that is always CSV. */
export const csvQuerySchema = z.strictObject(csvDialectParam);
export type CsvQuery = z.output<typeof csvQuerySchema>;
