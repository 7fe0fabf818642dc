import type { ModelUpdate } from "./model.ts";

export type Shape = "delta" | "effects";

/**
 * Returns the events of an update that a reader must receive: one line each, with event, contract and
 * witnesses.
 */
export const shownOf = (
  { events, moves }: ModelUpdate,
  readers: readonly string[],
  shape: Shape,
): readonly string[] => {
  const created = new Set(
    events.filter(({ kind }) => kind === "created").map((each) => each.contractId),
  );
  const ended = new Set(events.filter(({ consuming }) => consuming).map((each) => each.contractId));
  const lines: string[] = [];
  for (const { kind, consuming, contractId, stakeholders, witnesses } of events) {
    const isTransient = created.has(contractId) && ended.has(contractId);
    const changesActive = !isTransient && (kind === "created" || consuming);
    if (shape === "delta") {
      const told = common(stakeholders, readers);
      if (changesActive && told.length > 0) {
        lines.push(line(kind === "created" ? "created" : "archived", contractId, told));
      }
    } else {
      const told = common(witnesses, readers);
      if (told.length > 0) lines.push(line(kind, contractId, told));
    }
  }
  for (const { contractId, stakeholders, arrives } of moves) {
    const told = common(stakeholders, readers);
    if (told.length > 0) lines.push(line(arrives ? "assigned" : "unassigned", contractId, told));
  }
  return lines;
};

const common = (parties: ReadonlySet<string>, readers: readonly string[]): readonly string[] =>
  readers.filter((party) => parties.has(party)).sort();

export const line = (kind: string, contractId: string, told: readonly string[]): string =>
  `${kind} ${contractId} to ${[...told].sort().join(" ")}`;
