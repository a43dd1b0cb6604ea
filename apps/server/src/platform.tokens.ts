/** Injection tokens of `PlatformModule`, in addition to `ReadPool` and to TypeORM's `DataSource`. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
/** The data source of what the portal itself writes; see `openSessions`. */
export const SESSIONS = Symbol('Sessions');
export const UPLOAD_STORE = Symbol('UploadStore');
export const TASK_IMPORT_QUEUE = Symbol('TaskImportQueue');
