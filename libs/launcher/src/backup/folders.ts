/** Where the parts of a data directory are, in it and in a backup. */
export const BACKUP_FOLDERS = { database: 'postgres/data', uploads: 'uploads' } as const;
