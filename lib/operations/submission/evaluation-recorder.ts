import type { DamlLocation } from "../../base/errors/daml-failure.ts";
import type { EvaluationTraceStep } from "../../base/errors/evaluation-trace.ts";
import { isLedgerError } from "../../base/errors/ledger-error.ts";
import { truncateText } from "../../base/errors/truncate-text.ts";
import type { Party } from "../../base/identifiers/identifiers.ts";
import type { Type } from "../../base/values/type.ts";
import type { Value } from "../../base/values/value.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { toValueJson } from "./value-json.ts";

/** Maximum number of steps of a trace. */
const maxSteps = 2_000;
/** Maximum number of characters of the JSON of a trace. */
const maxLength = 2_000_000;
/** Maximum number of characters of one value. */
const maxValue = 2_000;
/** Maximum number of characters of one message. */
const maxMessage = 500;
/** Maximum number of parties of a step. */
const maxParties = 100;

/**
 * Maximum number of characters of all values that are converted to JSON for a trace, before they
 * are shortened.
 */
const maxConverted = 20_000_000;

/** Returns facts about the running contract code. */
export interface RunningCodeInspector {
  location(): DamlLocation | undefined;
  /** The number of steps that contract code has taken so far. */
  spent(): number;
}

/** A step without the fields that the recorder adds. */
export type EvaluationStepToRecord = EvaluationTraceStep extends infer Step
  ? Step extends EvaluationTraceStep
    ? Omit<Step, "depth" | "spent" | "location">
    : never
  : never;

/** Collects the steps of an evaluation, up to a maximum number and size. */
export class EvaluationRecorder {
  readonly steps: EvaluationTraceStep[] = [];
  omitted = 0;
  /** The number of open exercises. */
  depth = 0;
  readonly #packages: PackageRegistry;
  readonly #code: RunningCodeInspector;
  #spent = 0;
  #length = 0;
  #converted = 0;

  constructor(packages: PackageRegistry, code: RunningCodeInspector) {
    this.#packages = packages;
    this.#code = code;
  }

  /** The number of steps that contract code has taken so far. */
  get spent(): number {
    // The engine's number can decrease: code whose result is cached uses another quota while it
    // runs.
    this.#spent = Math.max(this.#spent, this.#code.spent());
    return this.#spent;
  }

  /** Adds a step. Returns its index; undefined if the trace is full. */
  add(step: EvaluationStepToRecord): number | undefined {
    if (this.omitted > 0) return this.#countOmittedStep();
    const location = this.#code.location();
    const { depth, spent } = this;
    const added = { ...step, depth, spent, ...(location !== undefined && { location }) };
    this.#length += JSON.stringify(added).length;
    if (this.steps.length === maxSteps || this.#length > maxLength) return this.#countOmittedStep();
    return this.steps.push(added) - 1;
  }

  #countOmittedStep(): undefined {
    this.omitted += 1;
  }

  recordMessage(text: string, authority: readonly Party[]): void {
    this.add({ kind: "message", text: truncateText(text, maxMessage), authority });
  }

  /** Sets the result of an exercise. */
  end(index: number | undefined, result: unknown): void {
    const step = index === undefined ? undefined : this.steps[index];
    if (index === undefined || step?.kind !== "exercise") return;
    this.steps[index] = { ...step, result, spentInside: this.spent - step.spent };
  }

  /** Returns a value as JSON; if the JSON is long, only the beginning of its text. */
  toLimitedJson(type: Type | undefined, value: Value): unknown {
    if (this.omitted > 0 || this.#converted > maxConverted) return "…";
    const json = toValueJson(this.#packages, type, value);
    const text = json === undefined ? "" : JSON.stringify(json);
    this.#converted += text.length;
    return text.length > maxValue ? truncateText(text, maxValue) : json;
  }
}

/** Returns the code of a ledger error; undefined for other errors. */
export const getErrorCode = (error: unknown): string | undefined =>
  isLedgerError(error) ? error.code : undefined;

export const limitPartiesInTrace = (parties: readonly Party[]): readonly Party[] =>
  parties.length > maxParties ? parties.slice(0, maxParties) : parties;
