import type { Fault, Scene } from '../fault.js';

const INSUFFICIENT_STORAGE = 507;

/** The database ends at the latest when it cannot write its WAL, and is started again. */
export const databaseDiskFull: Fault = {
  name: 'the disk of the database is full',
  needs: 'a disk to mount',
  ownCluster: { smallDisk: 'database' },
  refusals: [INSUFFICIENT_STORAGE],
  failure: 'disk-full',
  async break(scene) {
    const noticed = scene.load.journal.suffers(['edit']);
    await diskOf(scene).fill();
    await noticed;
  },
  async mend(scene) {
    await diskOf(scene).makeRoom();
    await scene.cluster.database.primaryAnswers();
  },
};

/** No file is taken; everything else goes on. */
export const uploadsFull: Fault = {
  name: 'the disk of the uploads is full',
  needs: 'a disk to mount',
  ownCluster: { smallDisk: 'uploads' },
  refusals: [INSUFFICIENT_STORAGE],
  async break(scene) {
    const { journal } = scene.load;
    const noticed = journal.suffers(['update', 'import']);
    await diskOf(scene).fill();
    await noticed;
    await journal.flows(['edit', 'create', 'read', 'sql']);
  },
  mend: (scene) => diskOf(scene).makeRoom(),
};

function diskOf({ cluster: { disk } }: Scene) {
  if (disk === undefined) throw new Error('the cluster has no small disk');
  return disk;
}
