import type { NodeId, Party } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { EventFormat, TransactionShape, UpdateFormat } from "./event-format.ts";
import { type EventExplanation, explainUpdateVisibility } from "./explain-update.ts";
import type { VisibleUpdate } from "./project-update.ts";
import { formatVisibilityReason, type VisibilityReason } from "./reasons.ts";

/** An event of an update that was read for a response but is not in the response. */
export interface WithheldEvent extends Pick<
  EventExplanation,
  "nodeId" | "kind" | "contractId" | "templateId" | "choice"
> {
  readonly updateId: Update["updateId"];
  readonly offset: Update["offset"];
  /**
   * One entry for each party of the request. A request for all parties adds one entry without a
   * party.
   */
  readonly why: readonly WithholdingReasons[];
}

/** The reason why an event is not shown to a party. */
export interface WithholdingReasons {
  /** The party; absent for a request for all parties. */
  readonly party?: Party;
  /**
   * The reasons, at least one; `notAskedFor` if only the filters of the request exclude the event.
   */
  readonly because: readonly (VisibilityReason | NotAskedFor)[];
  /** The reasons as sentences. */
  readonly text: string;
}

/** The filters of the format exclude the event. */
export interface NotAskedFor {
  readonly rule: "notAskedFor";
}

/**
 * Returns the events of an update that a response does not show, with the reason for each party.
 * Returns none if the format does not request this kind of update. O(nodes × parties × nesting
 * depth).
 */
export const findWithheldEvents = (
  update: Update,
  visible: VisibleUpdate | undefined,
  format: UpdateFormat,
): readonly WithheldEvent[] => {
  const asked = getRequestedReaders(update, format);
  if (asked === undefined) return [];
  const shown = collectVisibleNodeIds(visible);
  const views = asked.readers.map((party) => ({ party, events: explainForReader(update, party) }));
  const hidden: WithheldEvent[] = [];
  for (const [at, event] of (views[0]?.events ?? []).entries()) {
    if (shown.has(event.nodeId)) continue;
    const why = views.flatMap(({ party, events }) => {
      const explanation = events[at];
      return explanation === undefined ? [] : [createWithholding(explanation, party, asked.shape)];
    });
    hidden.push({
      updateId: update.updateId,
      offset: update.offset,
      ...toEventSubject(event),
      why,
    });
  }
  return hidden;
};

/** A party; undefined for all parties. */
type ReaderParty = Party | undefined;

interface RequestedReaders {
  readonly readers: readonly ReaderParty[];
  readonly shape: TransactionShape;
}

/**
 * Returns the readers and the shape that a format requests for an update; undefined if it does not
 * request this kind of update.
 */
const getRequestedReaders = (
  update: Update,
  { transactions, reassignments, topology }: UpdateFormat,
): RequestedReaders | undefined => {
  switch (update.kind) {
    case "transaction":
      return (
        transactions && {
          readers: listReaders(transactions.eventFormat),
          shape: transactions.shape,
        }
      );
    case "reassignment":
      return reassignments && { readers: listReaders(reassignments), shape: "ledgerEffects" };
    case "topology":
      return topology && { readers: topology.parties, shape: "ledgerEffects" };
  }
};

const listReaders = ({
  filtersByParty,
  filtersForAnyParty,
}: EventFormat): readonly ReaderParty[] => [
  ...filtersByParty.keys(),
  ...(filtersForAnyParty === undefined ? [] : [undefined]),
];

/**
 * Returns the explanations of the events for a party. For a request for all parties, explains each
 * event for a party that certainly sees it, such as a signatory.
 */
const explainForReader = (update: Update, party: ReaderParty): readonly EventExplanation[] => {
  if (party !== undefined) return explainUpdateVisibility(update, party).events;
  const known = new Map<Party, readonly EventExplanation[]>();
  return listInformedParties(update).flatMap((informed, at) => {
    const events = known.get(informed) ?? explainUpdateVisibility(update, informed).events;
    known.set(informed, events);
    return events[at] ?? [];
  });
};

const listInformedParties = (update: Update): readonly Party[] => {
  switch (update.kind) {
    case "transaction":
      return update.transaction.nodes.flatMap((node) => {
        if (node.kind === "create") return [node.contract.signatories[0] ?? ""];
        return node.kind === "exercise" ? [node.signatories[0] ?? ""] : [];
      });
    case "reassignment":
      return update.events.map(({ stakeholders }) => stakeholders[0] ?? "");
    case "topology":
      return update.events.map(({ party }) => party);
  }
};

const collectVisibleNodeIds = (visible: VisibleUpdate | undefined): ReadonlySet<NodeId> => {
  switch (visible?.kind) {
    case undefined:
      return new Set();
    case "transaction":
      return new Set(
        visible.events.map((event) => (event.kind === "created" ? event : event.node).nodeId),
      );
    case "reassignment":
      return new Set(visible.events.map(({ event }) => event.nodeId));
    case "topology": {
      const shown = new Set(visible.events);
      return new Set(visible.update.events.flatMap((event, at) => (shown.has(event) ? [at] : [])));
    }
  }
};

const toEventSubject = ({ nodeId, kind, contractId, templateId, choice }: EventExplanation) => ({
  nodeId,
  kind,
  ...(contractId !== undefined && { contractId }),
  ...(templateId !== undefined && { templateId }),
  ...(choice !== undefined && { choice }),
});

const createWithholding = (
  { because, kind: what }: EventExplanation,
  party: ReaderParty,
  shape: TransactionShape,
): WithholdingReasons => {
  const about = party === undefined ? {} : { party };
  const hiding = because.filter((reason) => isExcludedByReason(reason, shape));
  if (hiding.length === 0) {
    return { ...about, because: [{ rule: "notAskedFor" }], text: filteredOutText };
  }
  const text = hiding
    .map((reason) => formatVisibilityReason(reason, { party: party ?? "", what }))
    .join(" ");
  return { ...about, because: hiding, text };
};

const filteredOutText = "The filters of the request exclude it.";

/** Returns true if the reason excludes an event from the shape. */
const isExcludedByReason = ({ rule }: VisibilityReason, shape: TransactionShape): boolean => {
  switch (rule) {
    case "notInformed":
    case "rolledBack":
      return true;
    case "transient":
    case "nonConsuming":
    case "noStakeholder":
      return shape === "acsDelta";
    case "informed":
    case "divulged":
    case "stakeholder":
    case "public":
      return false;
  }
};
