/** What `PlatformModule` provides beside TypeORM's `DataSource`; inject by these tokens. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const UPLOAD_STORE = Symbol('UploadStore');
export const TASK_IMPORT_QUEUE = Symbol('TaskImportQueue');
