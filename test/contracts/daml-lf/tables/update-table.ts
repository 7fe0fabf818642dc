import type { PartyId } from "../../../../lib/index.ts";
import type { Contract, Value } from "../../../../lib/store.ts";
import { type Outcome, type Part, shapeOf, type Stage } from "../../../support/lf/stage.ts";
import type { PublicTable, RowGroup, TableRow } from "./public-table.ts";

/** An update, run with the authority of some parties, and what comes of it. */
export interface UpdateRow extends TableRow, Part {
  readonly what: string;
  /** Whose authority it has: alice's when absent. */
  readonly authority?: readonly PartyId[];
  /** What the ledger has before; the update is given their ids. */
  readonly contracts?: (stage: Stage) => readonly Contract[];
  /** The ledger does not find them by key, or by id. */
  readonly hidesKeys?: boolean;
  readonly hidesContracts?: boolean;
  readonly refusesEffectfulRollback?: boolean;
  /** Package ids that stand for their names. */
  readonly prefers?: readonly string[];
  /** The result, `ok` for the unit, or `fails` with the code or the error id of its own. */
  readonly gives: string;
  /** What the error says, or the end of it. */
  readonly saying?: string;
  /** What is traced, from the first `begin` on, and what the ledger is asked. */
  readonly log?: readonly string[];
  /** The nodes, see `shapeOf`, without that of the player around them. */
  readonly shape?: string;
}

export interface UpdateTable extends PublicTable<UpdateRow> {
  /** A stage with these parts. */
  readonly stage: (parts: ReadonlyMap<string, Part>) => Stage;
}

/** The updates of a table by the name of the choice that runs them; rows may share the very same. */
const partsOf = ({ groups }: UpdateTable): ReadonlyMap<string, UpdateRow> => {
  const rows = new Map(
    groups.flatMap((group) => group.rows).map((row) => [row.update, row] as const),
  );
  return new Map([...rows.values()].map((row, index) => [`Part${index}`, row]));
};

/** Runs a row: the outcome as the row would write it. */
export type RunRow = (row: UpdateRow) => string;

/** Prepares a table: all its rows are choices of one package. */
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

/** What a row says of an outcome, and no more. */
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

/** The line that a row asks for. */
export const expectedLine = (row: UpdateRow): string => lineOf(row, row);

export type UpdateGroup = RowGroup<UpdateRow>;
