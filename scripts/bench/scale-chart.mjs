import { Axis, Grid, Group, Scale, Shape } from '@visx/visx';
import { createElement as element } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const SIZE = { width: 860, height: 340 };
const MARGIN = { top: 48, right: 16, bottom: 36, left: 48 };
/** One per file; readable beside each other without colour vision, too. */
const COLORS = ['#1f4e8c', '#4f8fd0', '#a9cdf0', '#d9822b', '#f2c38f'];
const FONT = { fontFamily: 'sans-serif', fontSize: 12, fill: '#333333' };

/**
 * Bars of how many times as long as plain SQL each file takes, by stored tasks, with a line at its limit.
 * @param {import('./scale.mjs').Scale[]} results by size
 * @returns {string} an SVG document
 */
export function scaleChart(results) {
  const measured = results.map((one) => ({
    ...one,
    files: one.files.filter(({ against }) => against !== 'one'),
  }));
  const names = measured[0]?.files.map(({ name }) => name) ?? [];
  const ratios = measured.flatMap(({ files, plain }) =>
    files.map(({ ms, against, limit }) => Math.max(ms / plain[against], limit)),
  );
  const sizes = Scale.scaleBand({
    domain: measured.map(({ stored }) => stored.toLocaleString('en')),
    range: [0, SIZE.width - MARGIN.left - MARGIN.right],
    padding: 0.2,
  });
  const files = Scale.scaleBand({ domain: names, range: [0, sizes.bandwidth()], padding: 0.15 });
  const height = SIZE.height - MARGIN.top - MARGIN.bottom;
  const ratio = Scale.scaleLinear({
    domain: [0, Math.max(...ratios)],
    range: [height, 0],
    nice: true,
  });

  const bars = measured.flatMap(({ stored, files: all, plain }) =>
    all.map(({ name, ms, against, limit }, at) => {
      const x = (sizes(stored.toLocaleString('en')) ?? 0) + (files(name) ?? 0);
      const y = ratio(ms / plain[against]);
      const width = files.bandwidth();
      return element(
        Group.Group,
        { key: `${stored} ${name}` },
        element(Shape.Bar, { x, y, width, height: height - y, fill: COLORS[at] }),
        element('line', {
          ...{ x1: x - 2, x2: x + width + 2, y1: ratio(limit), y2: ratio(limit) },
          ...{ stroke: '#333333', strokeWidth: 2 },
        }),
        element(
          'text',
          { ...FONT, x: x + width / 2, y: y - 4, fontSize: 10, textAnchor: 'middle' },
          (ms / plain[against]).toFixed(2),
        ),
      );
    }),
  );
  const legend = names.map((name, at) =>
    element(
      Group.Group,
      { key: name, left: MARGIN.left + at * 150, top: 14 },
      element('rect', { width: 12, height: 12, fill: COLORS[at] }),
      element('text', { ...FONT, x: 18, y: 10 }, name),
    ),
  );
  return renderToStaticMarkup(
    element(
      'svg',
      { xmlns: 'http://www.w3.org/2000/svg', ...SIZE, viewBox: `0 0 ${SIZE.width} ${SIZE.height}` },
      element('rect', { ...SIZE, fill: '#ffffff' }),
      ...legend,
      element(
        Group.Group,
        { left: MARGIN.left, top: MARGIN.top },
        element(Grid.GridRows, {
          scale: ratio,
          width: sizes.range()[1],
          stroke: '#e0e0e0',
          numTicks: 5,
        }),
        ...bars,
        element(Axis.AxisLeft, {
          scale: ratio,
          numTicks: 5,
          tickFormat: (value) => `${value}x`,
          tickLabelProps: { ...FONT, textAnchor: 'end', dx: -4, dy: 4 },
        }),
        element(Axis.AxisBottom, {
          scale: sizes,
          top: height,
          tickFormat: (value) => `${value} tasks stored`,
          tickLabelProps: { ...FONT, textAnchor: 'middle', dy: 4 },
        }),
      ),
    ),
  );
}
