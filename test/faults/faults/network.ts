import type { Fault } from '../fault.js';

/** Every connection between clients and servers breaks, and none is possible for a while. */
export const networkCut: Fault = {
  name: 'the network is cut',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers();
    cluster.link.set('cut');
    await noticed;
  },
  mend: good,
};

/** Each part of an answer or a request takes a fifth of a second, and one of a hundred breaks its connection. */
export const networkSlow: Fault = {
  name: 'the network is slow and loses connections',
  async break({ cluster, load }) {
    const noticed = load.journal.suffers();
    cluster.link.set('slow');
    await load.journal.flows();
    await noticed;
  },
  mend: good,
};

function good({ cluster }: Parameters<Fault['mend']>[0]): Promise<void> {
  cluster.link.set('good');
  return Promise.resolve();
}
