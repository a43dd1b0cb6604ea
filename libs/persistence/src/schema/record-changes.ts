import { LISTED_TABLES } from '@portal/contracts/entities';
import { sql } from '../sql.js';

const announce = sql`
CREATE FUNCTION core.announce_records() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('portal_records', TG_TABLE_NAME);
  RETURN NULL;
END $$;

COMMENT ON FUNCTION core.announce_records() IS
  'Tells the servers at the commit that a table may have changed; equal messages of a transaction are one';
`;

/**
 * Announces changes of the tables that lists show, so that no write path can forget it. A statement
 * announces the name of its table, however many rows it changes.
 */
export const recordChanges = sql`
${announce}
${LISTED_TABLES.map(
  (table) => sql`
CREATE TRIGGER announce_records AFTER INSERT OR UPDATE OR DELETE ON core.${table}
FOR EACH STATEMENT EXECUTE FUNCTION core.announce_records();`,
).join('\n')}
`;
