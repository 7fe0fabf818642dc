import type { PartyId } from "../../../../lib/index.ts";
import type { Contract, Value } from "../../../../lib/store.ts";
import { type Outcome, type Part, shapeOf, type Stage } from "../../../support/lf/stage.ts";
import type { PublicTable, RowGroup, TableRow } from "./public-table.ts";

/** An update that runs with the authority of some parties, and its result. */
export interface UpdateRow extends TableRow, Part {
  readonly what: string;
  /** The parties with whose authority the update runs; alice when absent. */
  readonly authority?: readonly PartyId[];
  /** Contracts on the ledger before the update, which gets their ids. */
  readonly contracts?: (stage: Stage) => readonly Contract[];
  /** True if the ledger finds no contract by key. */
  readonly hidesKeys?: boolean;
  readonly hidesContracts?: boolean;
  readonly refusesEffectfulRollback?: boolean;
  /** Ids of the packages that the submission prefers for their names. */
  readonly prefers?: readonly string[];
  /** The result, `ok` for the unit, or `fails` with the error code or the error id that the code chose. */
  readonly gives: string;
  /** The error message, or its end. */
  readonly saying?: string;
  /** Traces and requests to the ledger, from the first `begin` on. */
  readonly log?: readonly string[];
  /** The nodes, see `shapeOf`, without the enclosing node of the player. */
  readonly shape?: string;
}

export interface UpdateTable extends PublicTable<UpdateRow> {
  /** Creates a stage with these parts. */
  readonly stage: (parts: ReadonlyMap<string, Part>) => Stage;
}

/** Returns the updates of a table by the name of the choice that runs them. Equal updates share a choice. */
const partsOf = ({ groups }: UpdateTable): ReadonlyMap<string, UpdateRow> => {
  const rows = new Map(
    groups.flatMap((group) => group.rows).map((row) => [row.update, row] as const),
  );
  return new Map([...rows.values()].map((row, index) => [`Part${index}`, row]));
};

/** Runs a row and returns its outcome in the notation of the row. */
export type RunRow = (row: UpdateRow) => string;

/** Prepares a table as one package with a choice for each row. */
export const stageOf = (table: UpdateTable): RunRow => {
  const parts = partsOf(table);
  const names = new Map([...parts].map(([name, { update }]) => [update, name]));
  const stage = table.stage(parts);
  return (row) => {
    const { contracts, hidesKeys, hidesContracts, refusesEffectfulRollback, prefers } = row;
    const outcome = stage.perform({
      part: names.get(row.update) ?? "",
      authority: row.authority ?? ["alice"],
      contracts: contracts?.(stage) ?? [],
      ...(hidesKeys === undefined ? {} : { hidesKeys }),
      ...(hidesContracts === undefined ? {} : { hidesContracts }),
      ...(prefers === undefined ? {} : { prefers }),
      ...(refusesEffectfulRollback === undefined ? {} : { refusesEffectfulRollback }),
    });
    return lineOf(row, outcomeOf(row, outcome));
  };
};

type Facts = Pick<UpdateRow, "gives" | "saying" | "log" | "shape">;

/** Returns those facts of an outcome for which the row has an expectation. */
const outcomeOf = (row: UpdateRow, outcome: Outcome): Facts => {
  const { finished, result, cause = "" } = outcome;
  const gives = outcome.end === "ok" ? shownResult(result) : outcome.end;
  return {
    gives,
    ...(row.saying === undefined
      ? {}
      : { saying: cause.endsWith(row.saying) ? row.saying : cause }),
    ...(row.log === undefined ? {} : { log: fromBegin(outcome.log) }),
    ...(row.shape === undefined
      ? {}
      : { shape: finished === undefined ? "" : shapeOf(finished).slice(2, -1) }),
  };
};

const fromBegin = (log: readonly string[]): readonly string[] => {
  const start = log.indexOf("begin");
  return start < 0 ? [] : log.slice(start + 1);
};

const shownResult = (result: Value | undefined): string => {
  if (result?.kind === "int64") return result.value.toString();
  return result?.kind === "text" ? JSON.stringify(result.value) : "ok";
};

const lineOf = ({ what }: UpdateRow, { gives, saying, log, shape }: Facts): string =>
  [
    `${what} → ${gives}`,
    ...(saying === undefined ? [] : [`saying ${saying}`]),
    ...(log === undefined ? [] : [`after ${log.join(", ")}`]),
    ...(shape === undefined ? [] : [`as ${shape}`]),
  ].join("; ");

/** Returns the outcome that a row expects as a line of text. */
export const expectedLine = (row: UpdateRow): string => lineOf(row, row);

export type UpdateGroup = RowGroup<UpdateRow>;
