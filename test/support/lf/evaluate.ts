import { parsePackageArchive } from "../../../lib/contracts/daml-lf/archive/archive.ts";
import { decodePackage } from "../../../lib/contracts/daml-lf/decode/decode-package.ts";
import { CompiledProgram } from "../../../lib/contracts/daml-lf/engine/program.ts";
import { RequestEvaluationQuota } from "../../../lib/contracts/daml-lf/runtime/allowance.ts";
import { DamlException } from "../../../lib/contracts/daml-lf/runtime/exception.ts";
import {
  collectListElements,
  type RuntimeValue,
} from "../../../lib/contracts/daml-lf/runtime/runtime-value.ts";
import type { LfDataType, LfExpr, LfType } from "../../../lib/contracts/daml-lf/syntax/ast.ts";
import { isLedgerError } from "../../../lib/index.ts";
import { assemblePackage } from "./assemble.ts";
import { module, type ModuleSource, valueOf } from "./definitions.ts";
import { unitT } from "./types.ts";

export interface EvaluationContext {
  readonly dataTypes?: readonly LfDataType[];
  /** Additional values of module Main. */
  readonly values?: Readonly<Record<string, LfExpr>>;
  readonly languageVersion?: string;
  /** Maximum number of function applications. */
  readonly maxSteps?: number;
  /** Maximum number of registers; unlimited when absent. */
  readonly maxRegisters?: number;
}

/** Assembles, decodes, compiles and runs a closed expression. Returns its value. */
export const evaluate = (expr: LfExpr, context: EvaluationContext = {}): RuntimeValue => {
  const { dataTypes = [], values = {}, languageVersion = "2.1" } = context;
  const { maxSteps = 10_000_000, maxRegisters = Number.POSITIVE_INFINITY } = context;
  // Any type will do here, since evaluation ignores the types of values.
  const anyType: LfType = unitT;
  const assembled = assemblePackage({
    name: "expression",
    version: "1.0.0",
    languageVersion,
    modules: [
      module("Main", {
        dataTypes,
        values: [
          valueOf("result", anyType, expr),
          ...Object.entries(values).map(([name, body]) => valueOf(name, anyType, body)),
        ],
      }),
    ],
  });
  const program = new CompiledProgram();
  program.definitions.add(decodePackage(parsePackageArchive(assembled.archive)));
  return program.budget.runWithAllowance(
    new RequestEvaluationQuota({ maxSteps, maxRegisters }),
    program.createValueGetter(`${assembled.packageId}:Main:result`),
  );
};

/** An expression to evaluate, and its arguments: runtime values that literals cannot express. */
export interface Evaluation {
  readonly expr: LfExpr;
  readonly args?: readonly RuntimeValue[];
}

/** Evaluates many closed expressions with the definitions of one module Main, in one package. */
export const evaluationsOf = (
  evaluations: readonly Evaluation[],
  source: ModuleSource = {},
  program: CompiledProgram = new CompiledProgram(),
): readonly (() => RuntimeValue)[] => {
  const assembled = assemblePackage({
    name: "expressions",
    version: "1.0.0",
    modules: [
      module("Main", {
        ...source,
        values: [
          ...(source.values ?? []),
          ...evaluations.map(({ expr }, index) => valueOf(`row${index}`, unitT, expr)),
        ],
      }),
    ],
  });
  program.definitions.add(decodePackage(parsePackageArchive(assembled.archive)));
  return evaluations.map(({ args }, index) => () => {
    const value = program.budget.runWithAllowance(
      new RequestEvaluationQuota({ maxSteps: 1_000_000 }),
      program.createValueGetter(`${assembled.packageId}:Main:row${index}`),
    );
    return args === undefined ? value : program.applyFunction(value, args);
  });
};

/** A value in the notation of a table of expected results. */
export type Shown = string | boolean | bigint | null | { readonly some: Shown } | readonly Shown[];

/** Converts a value: scalars to themselves or to text, Optional to null or `{some}`, lists to arrays. */
export const shownValue = (value: RuntimeValue): Shown => {
  if (typeof value !== "object") return value;
  switch (value.kind) {
    case "unit":
      return "()";
    case "numeric":
      return `${value.unscaled.toString()}e-${value.scale}`;
    case "timestamp":
      return `timestamp ${value.micros.toString()}`;
    case "date":
      return `date ${value.days}`;
    case "party":
      return `party ${value.value}`;
    case "contractId":
      return `contract ${value.value}`;
    case "optional":
      return value.value === undefined ? null : { some: shownValue(value.value) };
    case "nil":
    case "cons":
      return collectListElements(value).map(shownValue);
    case "record":
    case "struct":
      return value.fields.map(shownValue);
    case "variant":
      return [value.shape.names[value.rank] ?? "", shownValue(value.value)];
    case "enum":
      return value.shape.names[value.rank] ?? "";
    case "textMap":
    case "genMap":
      return value.entries
        .entries()
        .map(([key, content]) => [shownValue(key), shownValue(content)]);
    case "any":
      return ["any", shownValue(value.value)];
    case "typeRep":
    case "interface":
    case "failureCategory":
    case "closure":
    case "update":
      return value.kind;
  }
};

/** Returns the result of evaluating a closed expression: its value, its exception or its error code. */
export const outcomeOf = (expr: LfExpr, context?: EvaluationContext): Shown => {
  try {
    return shownValue(evaluate(expr, context));
  } catch (error) {
    if (error instanceof DamlException) {
      return `exception ${JSON.stringify(shownValue(error.payload.value))}`;
    }
    if (isLedgerError(error)) return `error ${error.details.code}`;
    throw error;
  }
};
