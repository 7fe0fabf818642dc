import type { NodeId, Party } from "../../base/identifiers/identifiers.ts";
import type { Update } from "../../base/model/update.ts";
import type { EventFormat, TransactionShape, UpdateFormat } from "./event-format.ts";
import { type EventExplanation, explainUpdate } from "./explain-update.ts";
import type { VisibleUpdate } from "./project-update.ts";
import { type Reason, reasonText } from "./reasons.ts";

/** An event of an update that was read for an answer, and is not in it. */
export interface WithheldEvent extends Pick<
  EventExplanation,
  "nodeId" | "kind" | "contractId" | "templateId" | "choice"
> {
  readonly updateId: Update["updateId"];
  readonly offset: Update["offset"];
  /** One for each party that the request names, and one without a party where it asks for all. */
  readonly why: readonly Withholding[];
}

/** Why an event is not told to a party. */
export interface Withholding {
  /** Absent where the request is for all parties. */
  readonly party?: Party;
  /** What decides that, never empty; `notAskedFor` where the filters alone leave it out. */
  readonly because: readonly (Reason | NotAskedFor)[];
  /** The same in words. */
  readonly text: string;
}

/** The filters of the format leave it out. */
export interface NotAskedFor {
  readonly rule: "notAskedFor";
}

/**
 * The events of an update that a format does not let through, with the reason for each party. Those of a kind that was not
 * asked for at all are not among them. Linear in its steps, times the parties and how deep the steps are nested.
 */
export const withheldEvents = (
  update: Update,
  visible: VisibleUpdate | undefined,
  format: UpdateFormat,
): readonly WithheldEvent[] => {
  const asked = askedOf(update, format);
  if (asked === undefined) return [];
  const shown = shownNodes(visible);
  const views = asked.readers.map((party) => ({ party, events: explained(update, party) }));
  const hidden: WithheldEvent[] = [];
  for (const [at, event] of (views[0]?.events ?? []).entries()) {
    if (shown.has(event.nodeId)) continue;
    const why = views.flatMap(({ party, events }) => {
      const explanation = events[at];
      return explanation === undefined ? [] : [withholding(explanation, party, asked.shape)];
    });
    hidden.push({ updateId: update.updateId, offset: update.offset, ...subjectOf(event), why });
  }
  return hidden;
};

/** A party, or all of them where undefined. */
type ReaderParty = Party | undefined;

interface Asked {
  readonly readers: readonly ReaderParty[];
  readonly shape: TransactionShape;
}

/** Whom a format asks about an update; undefined for a kind that it does not ask for. */
const askedOf = (
  update: Update,
  { transactions, reassignments, topology }: UpdateFormat,
): Asked | undefined => {
  switch (update.kind) {
    case "transaction":
      return (
        transactions && { readers: readersIn(transactions.eventFormat), shape: transactions.shape }
      );
    case "reassignment":
      return reassignments && { readers: readersIn(reassignments), shape: "ledgerEffects" };
    case "topology":
      return topology && { readers: topology.parties, shape: "ledgerEffects" };
  }
};

const readersIn = ({ filtersByParty, filtersForAnyParty }: EventFormat): readonly ReaderParty[] => [
  ...filtersByParty.keys(),
  ...(filtersForAnyParty === undefined ? [] : [undefined]),
];

/** What is said to all parties of an event is what is said to one that knows of it for certain. */
const explained = (update: Update, party: ReaderParty): readonly EventExplanation[] => {
  if (party !== undefined) return explainUpdate(update, party).events;
  const known = new Map<Party, readonly EventExplanation[]>();
  return informedOf(update).flatMap((informed, at) => {
    const events = known.get(informed) ?? explainUpdate(update, informed).events;
    known.set(informed, events);
    return events[at] ?? [];
  });
};

const informedOf = (update: Update): readonly Party[] => {
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

const shownNodes = (visible: VisibleUpdate | undefined): ReadonlySet<NodeId> => {
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

const subjectOf = ({ nodeId, kind, contractId, templateId, choice }: EventExplanation) => ({
  nodeId,
  kind,
  ...(contractId !== undefined && { contractId }),
  ...(templateId !== undefined && { templateId }),
  ...(choice !== undefined && { choice }),
});

const withholding = (
  { because, kind: what }: EventExplanation,
  party: ReaderParty,
  shape: TransactionShape,
): Withholding => {
  const about = party === undefined ? {} : { party };
  const hiding = because.filter((reason) => hides(reason, shape));
  if (hiding.length === 0) {
    return { ...about, because: [{ rule: "notAskedFor" }], text: notAskedForText };
  }
  const text = hiding.map((reason) => reasonText(reason, { party: party ?? "", what })).join(" ");
  return { ...about, because: hiding, text };
};

const notAskedForText = "The filters of the request leave it out.";

/** Whether an event is left out of a shape for this reason. */
const hides = ({ rule }: Reason, shape: TransactionShape): boolean => {
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
