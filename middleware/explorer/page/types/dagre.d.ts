// Declares the parts of dagre that the page uses. dagre's own declarations import files without
// extensions, which TypeScript does not find with Node's module resolution.

interface Point {
  readonly x: number;
  readonly y: number;
}

interface GraphSettings {
  readonly rankdir: "LR" | "TB";
  readonly nodesep: number;
  readonly ranksep: number;
  readonly marginx: number;
  readonly marginy: number;
}

/** In pixels. */
export interface SizeInPixels {
  readonly width: number;
  readonly height: number;
}

export class Graph {
  setGraph(settings: GraphSettings): this;
  setDefaultEdgeLabel(label: () => object): this;
  setNode(id: string, extent: SizeInPixels): this;
  setEdge(from: string, to: string, label?: object): this;
  /** Set after the layout. */
  graph(): SizeInPixels;
  /** The middle of a node. */
  node(id: string): Point;
  /** The middle of the label, and the line. */
  edge(from: string, to: string): Point & { readonly points: readonly Point[] };
}

export const layout: (graph: Graph) => void;
