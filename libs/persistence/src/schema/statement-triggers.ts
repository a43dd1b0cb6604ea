import { sql } from '../sql.js';

/**
 * The triggers `<name>_insert`, `<name>_update` and `<name>_delete` of statements on a table. Their functions see the
 * rows before it as `old_rows` and those after it as `new_rows`.
 */
export function statementTriggers(
  table: string,
  name: string,
  functions: { readonly insert: string; readonly update: string; readonly delete: string },
): string {
  return sql`
CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table}
REFERENCING NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION ${functions.insert}();

CREATE TRIGGER ${name}_update AFTER UPDATE ON ${table}
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION ${functions.update}();

CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table}
REFERENCING OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION ${functions.delete}();`;
}
