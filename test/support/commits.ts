import pg from 'pg';

const EVERY_MS = 5;

/** Follows the revision of a project, to know when its last change was committed. */
export class Commits {
  private stopped = false;
  private running: Promise<void> = Promise.resolve();
  private revision: string | undefined;
  /** When the newest revision was first read, in milliseconds of `performance.now()`. */
  lastAt = 0;

  private constructor(
    private readonly db: pg.Client,
    private readonly projectId: number,
  ) {}

  static async follow(databaseUrl: string, projectId: number): Promise<Commits> {
    const db = new pg.Client({ connectionString: databaseUrl });
    db.on('error', () => undefined);
    await db.connect();
    const commits = new Commits(db, projectId);
    commits.running = commits.read();
    return commits;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
    await this.db.end();
  }

  private async read(): Promise<void> {
    while (!this.stopped) {
      const { rows } = await this.db.query<{ revision: string }>(
        'SELECT revision FROM agg.project_revision WHERE project_id = $1',
        [this.projectId],
      );
      if (rows[0]?.revision !== this.revision) this.lastAt = performance.now();
      this.revision = rows[0]?.revision;
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
