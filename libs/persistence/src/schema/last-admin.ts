import { sql } from '../sql.js';
import { NO_ADMIN_LEFT } from '../database-errors.js';
import { LAST_ADMIN_LOCK } from '../locks.js';

/**
 * The trigger condition checks at the change whether it removes full-access, while the old rows
 * still exist. The constraint checks at the commit whether an admin remains, so that a transaction
 * can replace one. The lock serialises two transactions that remove the last two admins.
 */
const globalAdmins = sql`
CREATE FUNCTION core.is_full_access(asked_permission integer) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM core.permission WHERE id = asked_permission AND name = 'full-access');
END $$;

CREATE FUNCTION core.gives_full_access(asked_role integer) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM core.role_permission
    WHERE role_id = asked_role AND core.is_full_access(permission_id));
END $$;

CREATE FUNCTION core.is_global_admin(asked_user integer) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM core.user_role
    WHERE user_id = asked_user AND project_id = 0 AND core.gives_full_access(role_id));
END $$;

CREATE FUNCTION core.keep_global_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(${LAST_ADMIN_LOCK});
  IF NOT EXISTS (
    SELECT FROM core.user_role AS assigned
    JOIN core.app_user ON app_user.id = assigned.user_id AND app_user.is_active
    WHERE assigned.project_id = 0 AND core.gives_full_access(assigned.role_id)
  ) THEN
    RAISE EXCEPTION 'nobody would be left with full access to all projects'
      USING ERRCODE = '${NO_ADMIN_LEFT}';
  END IF;
  RETURN NULL;
END $$;
`;

/** Changes without an acting user, by an operator or a test, are not checked. */
const globalAdminsTriggers = [
  ['UPDATE OR DELETE', 'user_role', 'OLD.project_id = 0 AND core.gives_full_access(OLD.role_id)'],
  ['UPDATE OR DELETE', 'role_permission', 'core.is_full_access(OLD.permission_id)'],
  ['UPDATE OR DELETE', 'permission', "OLD.name = 'full-access'"],
  ['UPDATE', 'app_user', 'OLD.is_active AND NOT NEW.is_active AND core.is_global_admin(OLD.id)'],
]
  .map(
    ([events, table, condition]) => sql`
CREATE CONSTRAINT TRIGGER keep_global_admin AFTER ${events ?? ''} ON core.${table ?? ''}
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (core.acting_user() IS NOT NULL AND ${condition ?? ''})
EXECUTE FUNCTION core.keep_global_admin();`,
  )
  .join('\n');

/** One active user with full access to all projects always remains. */
export const lastAdmin = sql`
${globalAdmins}
${globalAdminsTriggers}
`;
