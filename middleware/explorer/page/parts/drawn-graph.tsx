import { Graph as Layout, layout } from "@dagrejs/dagre";
import type { ComponentChildren } from "preact";

export interface GraphNode {
  readonly id: string;
  readonly content: ComponentChildren;
  readonly isChosen?: boolean;
  readonly link?: string;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

export interface GraphProps {
  readonly label: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly direction?: "LR" | "TB";
}

const nodeSize = { width: 176, height: 52 };

/** Boxes and arrows, laid out with few crossings. */
export const DrawnGraph = ({ label, nodes, edges, direction = "LR" }: GraphProps) => {
  const graph = new Layout();
  graph.setGraph({ rankdir: direction, nodesep: 18, ranksep: 64, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...nodeSize });
  for (const { from, to, label: text } of edges) {
    // Room for the label, so that it covers no box.
    const extent = text === undefined ? {} : { width: text.length * 7, height: 14, labelpos: "c" };
    if (from !== to) graph.setEdge(from, to, extent);
  }
  layout(graph);
  const { width, height } = graph.graph();
  return (
    <div class="graph" role="group" aria-label={label} tabIndex={0}>
      <div style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          <defs>
            <marker
              id="tip"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto"
            >
              <path d="M0 0L8 4L0 8z" class="tip" />
            </marker>
          </defs>
          {edges.map(({ from, to, label: text }) => {
            const middle = from === to ? undefined : graph.edge(from, to);
            const points = middle?.points ?? [];
            return (
              <g key={`${from} ${to} ${text ?? ""}`}>
                <path
                  class="arrow"
                  d={points
                    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`)
                    .join("")}
                  marker-end="url(#tip)"
                />
                {text !== undefined && middle !== undefined && (
                  <text x={middle.x} y={middle.y + 4} text-anchor="middle">
                    {text}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
        {nodes.map(({ id, content, isChosen = false, link }) => {
          const { x, y } = graph.node(id);
          const style = {
            left: `${x - nodeSize.width / 2}px`,
            top: `${y - nodeSize.height / 2}px`,
          };
          const kind = isChosen ? "graph-node chosen" : "graph-node";
          return link === undefined ? (
            <div key={id} class={kind} style={style}>
              {content}
            </div>
          ) : (
            <a key={id} class={kind} style={style} href={link}>
              {content}
            </a>
          );
        })}
      </div>
    </div>
  );
};
