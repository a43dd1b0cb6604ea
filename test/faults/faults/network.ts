import type { Fault } from '../fault.js';

/** Every connection between clients and servers breaks, and none is possible for a while. */
export const networkCut: Fault = {
  name: 'SYS-258 the network is cut',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers();
    cluster.link.set('cut');
    await noticed;
  },
  mend: good,
};

function good({ cluster }: Parameters<Fault['mend']>[0]): Promise<void> {
  cluster.link.set('good');
  return Promise.resolve();
}
