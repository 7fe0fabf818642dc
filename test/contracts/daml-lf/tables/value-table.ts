import type { RuntimeValue } from "../../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import type { LfExpr } from "../../../../lib/contracts/daml-lf/syntax/ast.ts";
import type { ModuleSource } from "../../../support/lf/definitions.ts";
import { evaluationsOf } from "../../../support/lf/evaluate.ts";
import { unit } from "../../../support/lf/expressions.ts";
import { read } from "../../../support/lf/notation.ts";
import { shownOutcome } from "../../../support/lf/show.ts";
import type { PublicTable, RowGroup, TableRow } from "./public-table.ts";

/** An expression and its result, both in the notation of `read` and `show`. */
export interface ValueRow extends TableRow {
  /** The expression in our notation, or a description if the notation cannot express it. */
  readonly written: string;
  readonly expr?: LfExpr;
  /** Computes the result, for rows about an engine function that no expression calls. */
  readonly run?: () => string;
  /** Arguments to which the expression is applied. */
  readonly args?: readonly RuntimeValue[];
  /**
   * The expected outcome: a value, `fails CODE`, or `throws Exception`, optionally followed by `: message`.
   */
  readonly gives: string;
}

export interface ValueTable extends PublicTable<ValueRow> {
  /** Definitions in module Main to which the expressions refer. */
  readonly source?: ModuleSource;
}

/** Returns rows of one builtin from its arguments and results. */
export const rowsOf = (
  head: string,
  rows: readonly (readonly [args: string, gives: string])[],
): readonly ValueRow[] =>
  rows.map(([args, gives]) => ({ written: `${head} ${args}`.trim(), gives }));

/** Returns rows with the same result for many arguments. */
export const allGive = (
  head: string,
  gives: string,
  args: readonly string[],
): readonly ValueRow[] =>
  rowsOf(
    head,
    args.map((each) => [each, gives] as const),
  );

/** Returns a row about a function of the engine. */
export const computed = (written: string, run: () => string, gives: string): ValueRow => ({
  written,
  run,
  gives,
});

/**
 * The lines `expression → outcome` of a group: those that the table expects, and those that the engine
 * computes.
 */
export interface GroupOutcome {
  readonly title: string;
  readonly expected: readonly string[];
  readonly actual: readonly string[];
  /** Rows that are marked as different but agree. */
  readonly agreeing: readonly string[];
}

/** Evaluates all rows of a table in one package. */
export const outcomesOf = ({ groups, source }: ValueTable): readonly GroupOutcome[] => {
  const rows = groups.flatMap((group) => group.rows);
  const evaluations = evaluationsOf(
    rows.map(({ written, expr, args, run }) => ({
      expr: expr ?? (run === undefined ? read(written) : unit),
      ...(args === undefined ? {} : { args }),
    })),
    source,
  );
  const outcomes = new Map(
    rows.map((row, index) => [row, outcomeOf(row, evaluations[index])] as const),
  );
  return groups.map((group) => groupOutcome(group, (row) => outcomes.get(row) ?? ""));
};

/** Returns the outcome of a row, without the message of an exception if the row has none. */
const outcomeOf = (
  { gives, run }: ValueRow,
  evaluate: (() => RuntimeValue) | undefined,
): string => {
  if (run !== undefined) return run();
  const outcome = evaluate === undefined ? "" : shownOutcome(evaluate);
  return outcome.startsWith(`${gives}: `) ? gives : outcome;
};

const groupOutcome = (
  { title, rows }: RowGroup<ValueRow>,
  outcomeOfRow: (row: ValueRow) => string,
): GroupOutcome => {
  const line = (row: ValueRow, outcome: string): string =>
    `${row.written.slice(0, 200)} → ${outcome.slice(0, 1000)}`;
  const agreed = rows.filter(({ differs }) => differs === undefined);
  return {
    title,
    expected: agreed.map((row) => line(row, row.gives)),
    actual: agreed.map((row) => line(row, outcomeOfRow(row))),
    agreeing: rows
      .filter((row) => row.differs !== undefined && outcomeOfRow(row) === row.gives)
      .map(({ written }) => written),
  };
};
