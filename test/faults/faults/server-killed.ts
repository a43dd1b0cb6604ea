import { expect } from '@jest/globals';
import { Api } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { query } from '../../support/world.js';
import { storedUploads } from '../checks/uploads.js';
import type { Fault } from '../fault.js';
import { endlessFile } from '../load/endless-file.js';

const FILE = 'never-whole.json';

/** One of two servers dies with requests, sockets and half of an upload. */
export const serverKilled: Fault = {
  name: 'a server is killed in the middle of an upload and of requests',
  async break({ cluster, load }) {
    const [first] = cluster.stacks;
    const upload = new Api(first.baseUrl, cluster.tokens.admin).upload(endlessFile(), {
      fileName: FILE,
    });
    const failed = expect(upload).rejects.toThrow();
    await eventually('the upload to arrive', async () => {
      return (await storedUploads(first)).length > 0;
    });
    const noticed = load.journal.suffers();
    await first.kill('server');
    await failed;
    await noticed;
  },
  async mend({ cluster }) {
    await cluster.stacks[0].restart('server');
    const imports = await query(
      cluster.database.url,
      `SELECT FROM core.task_import WHERE file_name = '${FILE}'`,
    );
    expect(imports).toHaveLength(0);
  },
};
