import { hierarchy, tree } from "d3-hierarchy";

import { entityOf, hintOf } from "../../ground/names.ts";
import type { Step } from "../../ground/updates.ts";
import { PartyDot } from "../../parts/names.tsx";
import type { Rollback } from "./rollbacks.ts";
import { kindOf, nodeIdOf, type StepNode, stepsOf } from "./steps.ts";

const size = { width: 172, height: 62, across: 208, down: 74 };

/** As many as a picture is good for. */
const maxDrawn = 300;

interface PictureProps {
  readonly roots: readonly StepNode[];
  readonly chosen: number | undefined;
  readonly choose: (nodeId: number) => void;
}

/** A transaction as the tree that it is, from left to right; on each step who sees it. */
export const TreePicture = ({ roots, chosen, choose }: PictureProps) => {
  const all = stepsOf(roots).length;
  if (all > maxDrawn) {
    return (
      <p class="soft pad">A tree of {all} steps is no picture any more: see the list below.</p>
    );
  }
  const top = hierarchy<Drawn>({ children: roots }, ({ children }) => [...children]);
  const placed = tree<Drawn>()
    .nodeSize([size.down, size.across])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.1))(top);
  const nodes = placed.descendants().flatMap((node) => {
    const { step } = node.data;
    return step === undefined ? [] : [{ x: node.x, y: node.y, step, parent: node.parent }];
  });
  const lowest = Math.min(...nodes.map(({ x }) => x));
  const highest = Math.max(...nodes.map(({ x }) => x));
  const left = ({ y }: { y: number }): number => y - size.across;
  const height = highest - lowest + size.height;
  const width = Math.max(...nodes.map(left)) + size.width;
  return (
    <div class="tree-picture" tabIndex={0} role="group" aria-label="Steps of the transaction">
      <div style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          {nodes.map((node) =>
            node.parent?.data.step !== undefined ? (
              <path
                key={nodeIdOf(node.step)}
                d={curve(
                  [left(node.parent) + size.width, node.parent.x - lowest + size.height / 2],
                  [left(node), node.x - lowest + size.height / 2],
                )}
              />
            ) : null,
          )}
        </svg>
        {nodes.map((node) => {
          const { step } = node;
          const id = nodeIdOf(step);
          const { witnessParties } = step.event;
          return (
            <button
              key={id}
              type="button"
              class={`step ${kindOf(step)}`}
              aria-pressed={id === chosen}
              style={{ left: `${left(node)}px`, top: `${node.x - lowest}px` }}
              onClick={() => choose(id)}
            >
              <span class="step-kind">{kindOf(step)}</span>
              <b>
                {step.kind === "exercise" ? step.event.choice : entityOf(step.event.templateId)}
              </b>
              <span class="step-foot">
                <span class="soft">
                  {step.kind === "exercise" ? `on ${entityOf(step.event.templateId)}` : ""}
                </span>
                <span class="witnesses" title={`Seen by ${witnessParties.map(hintOf).join(", ")}`}>
                  {witnessParties.slice(0, 8).map((party) => (
                    <PartyDot key={party} party={party} />
                  ))}
                  <span class="hidden">seen by {witnessParties.map(hintOf).join(", ")}</span>
                </span>
              </span>
            </button>
          );
        })}
      </div>
    </div>
  );
};

/** A step, or what all of them hang on, which is not drawn. */
interface Drawn {
  readonly step?: Step;
  readonly children: readonly Drawn[];
}

interface RolledBackProps {
  readonly rollbacks: readonly Rollback[];
}

/** What was undone within a transaction: nobody is shown it as an event, and it changed nothing. */
export const RolledBack = ({ rollbacks }: RolledBackProps) => (
  <ul class="pad stack" aria-label="Rolled back">
    {rollbacks.map(({ nodeId, events }) => (
      <li key={nodeId}>
        <span class="step-kind rollback">rollback</span> <span class="soft">node {nodeId}:</span>{" "}
        {events.map(({ nodeId: id, kind, choice, templateId = "" }) => (
          <span key={id} class="tag">
            {kind === "exercise" ? `${choice ?? ""} on ${entityOf(templateId)}` : kind}
            {kind === "create" && ` ${entityOf(templateId)}`}
          </span>
        ))}
      </li>
    ))}
  </ul>
);

type Point = readonly [number, number];

const curve = ([x1, y1]: Point, [x2, y2]: Point): string => {
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
};
