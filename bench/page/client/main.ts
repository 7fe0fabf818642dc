import uPlot from "uplot";

import { computeDesignTokenColour } from "../../../middleware/explorer/page/base/colour-of.ts";
import type { ChartData } from "../page.ts";

// Draws the charts of the page, redraws them when colours or size change, and filters them.

const chartData = JSON.parse(
  document.getElementById("charts")?.textContent ?? "[]",
) as readonly ChartData[];
const chartHeight = 132;

const compactNumberFormat = new Intl.NumberFormat("en-GB", {
  notation: "compact",
  maximumSignificantDigits: 3,
});

const drawChart = (box: HTMLElement, { points, target, name, unit }: ChartData): uPlot => {
  const wanted = target === undefined ? undefined : Object.values(target)[0];
  const places = points.map((_, place) => place);
  // Show as many labels as fit, including the last one.
  const every = Math.ceil(points.length / 6);
  const labelled = places.filter((place) => (points.length - 1 - place) % every === 0);
  const axis = {
    stroke: computeDesignTokenColour("--ink-soft"),
    grid: { stroke: computeDesignTokenColour("--line"), width: 1 },
    ticks: { show: false },
    font: "11px system-ui, sans-serif",
  };
  const line = computeDesignTokenColour("--accent");
  const most = Math.max(wanted ?? 0, ...points.map(({ high, median }) => Math.max(high, median)));
  const least = Math.min(0, ...points.map(({ low }) => low));
  return new uPlot(
    {
      width: box.clientWidth,
      height: chartHeight,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.5, points.length - 0.5] },
        // Start the axis at 0, so that heights are proportional.
        y: { range: () => [least, most * 1.12 || 1] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          size: 24,
          splits: () => labelled,
          values: (_, splits) => splits.map((place) => points[place]?.label ?? ""),
        },
        {
          ...axis,
          size: 46,
          values: (_, splits) => splits.map((each) => compactNumberFormat.format(each)),
        },
      ],
      series: [
        {},
        {
          label: `${name}, ${unit}`,
          stroke: line,
          width: 2,
          points: {
            show: true,
            size: 8,
            fill: computeDesignTokenColour("--card"),
            stroke: line,
            width: 2,
          },
        },
      ],
      hooks: {
        drawClear: [(plot) => drawTargetAndQuartiles(plot, points, wanted)],
      },
    },
    [places, points.map(({ median }) => median)],
    box,
  );
};

/** Draws the target, and the quartiles of each run. */
const drawTargetAndQuartiles = (
  plot: uPlot,
  points: ChartData["points"],
  wanted: number | undefined,
): void => {
  const { ctx, bbox } = plot;
  const width = 10 * devicePixelRatio;
  ctx.save();
  ctx.fillStyle = computeDesignTokenColour("--accent");
  ctx.globalAlpha = 0.22;
  points.forEach(({ low, high }, place) => {
    const x = plot.valToPos(place, "x", true);
    const [top, bottom] = [plot.valToPos(high, "y", true), plot.valToPos(low, "y", true)];
    ctx.fillRect(x - width / 2, top, width, Math.max(bottom - top, 1));
  });
  ctx.globalAlpha = 1;
  if (wanted !== undefined) {
    const y = plot.valToPos(wanted, "y", true);
    ctx.strokeStyle = computeDesignTokenColour("--good");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([4 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.restore();
};

const chartsByBox = new Map<HTMLElement, uPlot>();

const drawAll = (): void => {
  for (const box of document.querySelectorAll<HTMLElement>("[data-chart]")) {
    chartsByBox.get(box)?.destroy();
    chartsByBox.delete(box);
    const data = chartData[Number(box.dataset["chart"])];
    // Hidden elements have no width.
    if (data !== undefined && box.clientWidth > 0) chartsByBox.set(box, drawChart(box, data));
  }
};

const showMatchingCards = (what: string): void => {
  document.body.dataset["show"] = what;
  for (const section of document.querySelectorAll("section")) {
    const cards = [...section.querySelectorAll<HTMLElement>(".card")];
    section.hidden = cards.every((card) => getComputedStyle(card).display === "none");
  }
  drawAll();
};

for (const input of document.querySelectorAll<HTMLInputElement>("input[name=show]")) {
  input.addEventListener("change", () => showMatchingCards(input.value));
  // Restore the selection after a reload.
  if (input.checked) showMatchingCards(input.value);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
let { innerWidth: width } = window;
addEventListener("resize", () => {
  if (innerWidth === width) return;
  width = innerWidth;
  drawAll();
});
