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

export const networkSlow: Fault = {
  name: 'the network is slow',
  async break({ cluster, load }) {
    cluster.link.set('slow');
    await load.journal.flows();
  },
  mend: good,
};

/** Nothing arrives any more, and nobody says so; then the connections break. */
export const networkSilent: Fault = {
  name: 'the network is silent, and then cut',
  async break({ cluster, load }) {
    cluster.link.set('silent');
    // Requests that have reached a server are carried out, and their answers are lost.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
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
