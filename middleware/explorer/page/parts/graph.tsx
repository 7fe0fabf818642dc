import type { GraphProps } from "./drawn-graph.tsx";
import { lazyComponent } from "./lazy-component.tsx";

/** Boxes and arrows; the library that arranges them is loaded when the first graph is shown. */
export const Graph = lazyComponent<GraphProps>(
  () => import("./drawn-graph.tsx").then(({ DrawnGraph }) => DrawnGraph),
  "the graph",
);
