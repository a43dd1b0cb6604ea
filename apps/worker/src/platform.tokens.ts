/** What `PlatformModule` provides; inject by these tokens. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const UPLOAD_STORE = Symbol('UploadStore');
export const TASK_IMPORT_QUEUE = Symbol('TaskImportQueue');
/** Small connection pool for everything but the import's own transaction. */
export const POOL = Symbol('Pool');
