import type { ChartProps } from "./chart-canvas.tsx";
import { lazyComponent } from "./lazy-component.tsx";

/** Line or bar chart; its library is loaded when the first one is shown. */
export const Chart = lazyComponent<ChartProps>(
  () => import("./chart-canvas.tsx").then(({ ChartCanvas }) => ChartCanvas),
  "the chart",
);
