import { hierarchy, tree } from "d3-hierarchy";

import { formatCount } from "../../base/count.ts";
import { getHintOfPartyId } from "../../base/names.ts";
import { PartyDot } from "../../parts/names.tsx";
import type { DrawnTransactionStep } from "./drawn-steps.ts";

const nodeDimensions = { width: 172, height: 62, across: 208, down: 74 };

/** Maximum number of steps drawn. */
const maxDrawn = 300;

/** Maximum number of witnesses drawn in a step. */
const maxDots = 5;

interface PictureProps {
  readonly roots: readonly DrawnTransactionStep[];
  readonly chosen: number | undefined;
  readonly choose: (nodeId: number) => void;
}

/** A transaction as a tree from left to right; each step shows the parties that see it. */
export const TransactionTreePicture = ({ roots, chosen, choose }: PictureProps) => {
  const all = countSteps(roots);
  if (all === 0) return <p class="soft pad">No visible steps.</p>;
  if (all > maxDrawn) {
    return (
      <p class="soft pad">
        {formatCount(all, "step")} are too many for a drawing. The section "Compare visibility"
        lists the steps.
      </p>
    );
  }
  const top = hierarchy<PlacedStep>({ children: roots.map(toPlacedTree) }, ({ children }) => [
    ...children,
  ]);
  const placed = tree<PlacedStep>()
    .nodeSize([nodeDimensions.down, nodeDimensions.across])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.1))(top);
  const nodes = placed.descendants().flatMap((node) => {
    const { step } = node.data;
    return step === undefined ? [] : [{ x: node.x, y: node.y, step, parent: node.parent }];
  });
  const lowest = Math.min(...nodes.map(({ x }) => x));
  const highest = Math.max(...nodes.map(({ x }) => x));
  const left = ({ y }: { y: number }): number => y - nodeDimensions.across;
  const height = highest - lowest + nodeDimensions.height;
  const width = Math.max(...nodes.map(left)) + nodeDimensions.width;
  return (
    <div class="tree-picture" tabIndex={0} role="group" aria-label="Steps of the transaction">
      <div style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          {nodes.map((node) =>
            node.parent?.data.step !== undefined ? (
              <path
                key={node.step.nodeId}
                class={node.step.isUndone ? "undone" : undefined}
                d={formatCurvePath(
                  [
                    left(node.parent) + nodeDimensions.width,
                    node.parent.x - lowest + nodeDimensions.height / 2,
                  ],
                  [left(node), node.x - lowest + nodeDimensions.height / 2],
                )}
              />
            ) : null,
          )}
        </svg>
        {nodes.map((node) => {
          const { nodeId, kind, title, on, witnessParties, isUndone } = node.step;
          return (
            <button
              key={nodeId}
              type="button"
              class={`step ${kind.replaceAll(" ", "-")}${isUndone ? " undone" : ""}`}
              aria-pressed={nodeId === chosen}
              style={{ left: `${left(node)}px`, top: `${node.x - lowest}px` }}
              onClick={() => choose(nodeId)}
            >
              <span class="step-kind">
                {kind}
                {isUndone && kind !== "rollback" && ", rolled back"}
              </span>
              <b title={title}>{title}</b>
              <span class="step-foot">
                <span class="soft" title={on}>
                  {on === "" ? "" : `on ${on}`}
                </span>
                {witnessParties.length > 0 && (
                  <span
                    class="witnesses"
                    title={`Seen by ${witnessParties.slice(0, 200).map(getHintOfPartyId).join(", ")}`}
                  >
                    {witnessParties.slice(0, maxDots).map((party) => (
                      <PartyDot key={party} party={party} />
                    ))}
                    {witnessParties.length > maxDots && `+${witnessParties.length - maxDots}`}
                    <span class="hidden">
                      seen by {witnessParties.slice(0, maxDots).map(getHintOfPartyId).join(", ")}
                    </span>
                  </span>
                )}
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
};

/** A step, or the root, which is not drawn. */
interface PlacedStep {
  readonly step?: DrawnTransactionStep;
  readonly children: readonly PlacedStep[];
}

const toPlacedTree = (step: DrawnTransactionStep): PlacedStep => ({
  step,
  children: step.children.map(toPlacedTree),
});

const countSteps = (roots: readonly DrawnTransactionStep[]): number =>
  roots.reduce((sum, { children }) => sum + 1 + countSteps(children), 0);

type PixelPoint = readonly [number, number];

const formatCurvePath = ([x1, y1]: PixelPoint, [x2, y2]: PixelPoint): string => {
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
};
