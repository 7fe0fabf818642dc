import { line } from "./view.ts";

/** An update that a client received, with the fields that the model checks. */
export interface ReceivedUpdate {
  readonly kind: "transaction" | "reassignment" | "topology" | "checkpoint";
  readonly offset: number;
  readonly updateId: string;
  readonly commandId: string;
  readonly workflowId: string;
  readonly synchronizerId: string;
  readonly recordTime: string;
  readonly events: readonly ReceivedEvent[];
}

export interface ReceivedEvent {
  readonly kind: "created" | "archived" | "exercised" | "unassigned" | "assigned";
  readonly contractId: string;
  readonly witnessParties: readonly string[];
  readonly templateId: string;
  readonly argument: unknown;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: readonly string[];
  readonly result: unknown;
  readonly reassignmentId: string;
  readonly target: string;
  readonly submitter: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads JSON without validation, for speed. Other tests check responses against the API documents. */
const fields = (json: unknown): Fields => (json ?? {}) as Fields;

/** Reads an item of an update stream. */
export const readReceivedUpdate = (item: unknown): ReceivedUpdate => {
  const [first] = Object.entries(fields(fields(item)["update"]));
  const [kind, choice] = first ?? ["", undefined];
  const value = fields(fields(choice)["value"]);
  const events = (value["events"] ?? []) as readonly unknown[];
  return {
    kind: kindOf(kind),
    offset: Number(value["offset"]),
    updateId: text(value["updateId"]),
    commandId: text(value["commandId"]),
    workflowId: text(value["workflowId"]),
    synchronizerId: text(value["synchronizerId"]),
    recordTime: text(value["recordTime"]),
    events: kind === "TopologyTransaction" ? [] : events.map(toldEvent),
  };
};

const kindOf = (choice: string): ReceivedUpdate["kind"] => {
  if (choice === "Transaction") return "transaction";
  if (choice === "Reassignment") return "reassignment";
  return choice === "TopologyTransaction" ? "topology" : "checkpoint";
};

const toldEvent = (event: unknown): ReceivedEvent => {
  const [first] = Object.entries(fields(event));
  const [choice, content] = first ?? ["", undefined];
  const outer = fields(content);
  if (choice === "JsAssignmentEvent") {
    return { ...eventOf("assigned", fields(outer["createdEvent"])), ...moveOf(outer) };
  }
  if (choice === "JsUnassignedEvent") return eventOf("unassigned", fields(outer["value"]));
  if (choice === "CreatedEvent") return eventOf("created", outer);
  return eventOf(choice === "ArchivedEvent" ? "archived" : "exercised", outer);
};

const moveOf = (outer: Fields) => ({
  reassignmentId: text(outer["reassignmentId"]),
  target: text(outer["target"]),
  submitter: text(outer["submitter"]),
});

const eventOf = (kind: ReceivedEvent["kind"], event: Fields): ReceivedEvent => ({
  kind,
  contractId: text(event["contractId"]),
  witnessParties: event["witnessParties"] as readonly string[],
  templateId: text(event["templateId"]),
  argument: event["createArgument"] ?? event["choiceArgument"],
  choice: text(event["choice"]),
  consuming: event["consuming"] === true,
  actingParties: (event["actingParties"] ?? []) as readonly string[],
  result: event["exerciseResult"],
  ...moveOf(event),
});

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the received events as lines in the form of `shownOf`, for comparison with the model. */
export const linesOf = ({ events }: ReceivedUpdate): readonly string[] =>
  events.map(({ kind, contractId, witnessParties }) => line(kind, contractId, witnessParties));
