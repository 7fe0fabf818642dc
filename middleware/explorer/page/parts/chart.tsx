import type { ChartProps } from "./drawn-chart.tsx";
import { lazy } from "./lazy.tsx";

/** Line or bar chart; its library is loaded when the first one is shown. */
export const Chart = lazy<ChartProps>(
  () => import("./drawn-chart.tsx").then(({ DrawnChart }) => DrawnChart),
  "the chart",
);
