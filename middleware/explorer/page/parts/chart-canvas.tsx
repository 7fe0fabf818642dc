import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";

import { computeDesignTokenColour } from "../base/colour-of.ts";

export interface ChartProps {
  readonly label: string;
  readonly height: number;
  readonly data: uPlot.AlignedData;
  /** Names of the lines, and their colour tokens. */
  readonly lines: readonly { readonly name: string; readonly colour: string }[];
  readonly bars?: boolean;
  /** If set, x counts positions from 0, and this has the time of each, in seconds since 1970. */
  readonly times?: readonly number[];
  /** Called with the selected range, as indexes into the data. */
  readonly brush?: (from: number, to: number) => void;
}

const readDesignToken = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const compactNumberFormat = new Intl.NumberFormat("en-GB", { notation: "compact" });

const barPaths = (): uPlot.Series.PathBuilder | undefined =>
  uPlot.paths.bars?.({ size: [0.9, 40, 3], gap: 1 });

/**
 * Returns labels: the date where a day begins, otherwise the time; with seconds if labels are less
 * than a minute apart.
 */
const timeLabels = (splits: readonly number[]): readonly string[] => {
  const [first = 0, second = Infinity] = splits;
  const end = second - first < 60 ? 19 : 16;
  return splits.map((seconds) => {
    const iso = new Date(seconds * 1000).toISOString();
    return iso.endsWith("T00:00:00.000Z") ? iso.slice(0, 10) : iso.slice(11, end);
  });
};

/** Returns labels for positions: the day and the time, or only the time on the day of the previous label. */
const timeLabelsAtPositions = (
  splits: readonly number[],
  times: readonly number[],
): readonly string[] => {
  let day = "";
  return splits.map((position) => {
    const seconds = times[position];
    if (seconds === undefined) return "";
    const iso = new Date(seconds * 1000).toISOString();
    const isSameDay = iso.startsWith(day) && day !== "";
    day = iso.slice(0, 10);
    return isSameDay ? iso.slice(11, 19) : `${day} ${iso.slice(11, 16)}`;
  });
};

const widenRange =
  (xs: ArrayLike<number>): uPlot.Range.Function =>
  (_, low, high) => {
    const half = (high - low || 1) / Math.max(1, xs.length - 1) / 2;
    return [low - half, high + half];
  };

/** Distances of labels between positions. */
const labelDistances = [1, 2, 5, 10, 20, 50, 100];

const keepWholeNumbers = (_: uPlot, splits: number[]): (number | null)[] =>
  splits.map((each) => (Number.isInteger(each) ? each : null));

/** Line or bar chart over time or numbers, as wide as its container. */
export const ChartCanvas = (props: ChartProps) => {
  const { label, height, data, lines, bars = false, times, brush } = props;
  const isTime = times === undefined;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const axis = {
      stroke: computeDesignTokenColour("--ink-soft"),
      grid: { stroke: computeDesignTokenColour("--line"), width: 1 },
      ticks: { show: false },
      font: `11px ${readDesignToken("--font")}`,
    };
    const paths = bars ? barPaths() : undefined;
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "UTC"),
        legend: { show: false },
        cursor: {
          drag: { x: brush !== undefined, y: false, setScale: false },
          points: { show: !bars },
        },
        scales: {
          // Make room for the full width of the first and the last bar.
          x: { time: isTime, ...(bars ? { range: widenRange(data[0]) } : {}) },
          y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high * 1.05)] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            size: 28,
            // Wider than a label.
            space: isTime ? 80 : 120,
            ...(isTime ? { values: (_: uPlot, splits: number[]) => [...timeLabels(splits)] } : {}),
            ...(times && {
              values: (_: uPlot, splits: number[]) => [...timeLabelsAtPositions(splits, times)],
              incrs: labelDistances,
            }),
          },
          {
            ...axis,
            size: 52,
            // Bars show counts.
            ...(bars ? { filter: keepWholeNumbers } : {}),
            values: (_: uPlot, splits: (number | null)[]) =>
              splits.map((each) => (each === null ? null : compactNumberFormat.format(each))),
          },
        ],
        series: [
          {},
          ...lines.map(({ name, colour }) => ({
            label: name,
            stroke: computeDesignTokenColour(colour),
            width: bars ? 0 : 1.6,
            points: { show: false },
            ...(bars ? { fill: computeDesignTokenColour(colour) } : {}),
            ...(paths === undefined ? {} : { paths }),
          })),
        ],
        hooks: {
          setSelect: [
            (drawn) => {
              const { left, width } = drawn.select;
              if (brush === undefined || width < 4) return;
              brush(drawn.posToIdx(left), drawn.posToIdx(left + width));
            },
          ],
        },
      },
      data,
      element,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    watch.observe(element);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [data, lines, height, times]);
  return (
    <figure class="chart" aria-label={label}>
      <div ref={box} style={{ height: `${height}px` }} />
      {lines.length > 1 && (
        <figcaption class="actions">
          {lines.map(({ name, colour }) => (
            <span key={name} class="legend soft">
              <i style={{ background: `var(${colour})` }} />
              {name}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
};
