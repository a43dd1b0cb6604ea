import { sql } from '../sql.js';

/** The version of a format grows by one with each change of its settings. */
export const fileFormats = sql`
CREATE FUNCTION core.count_format_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.format_version := OLD.format_version + (NEW.settings IS DISTINCT FROM OLD.settings)::integer;
  RETURN NEW;
END $$;

CREATE TRIGGER count_version BEFORE UPDATE ON core.file_format
FOR EACH ROW EXECUTE FUNCTION core.count_format_version();
`;
