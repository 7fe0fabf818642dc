import { isLedgerError } from "../../../base/errors/ledger-error.ts";
import type { ContractId, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { Value } from "../../../base/values/value.ts";
import type { CodeCoverageRecorder } from "../../engine/code-execution-record.ts";
import type {
  ContractConvertedToVersion,
  ContractEngine,
  RootExerciseAction,
  RootExerciseByKeyAction,
  TracingEngine,
} from "../../engine/contract-engine.ts";
import type { PartialTransaction } from "../../engine/partial-transaction.ts";
import {
  continueAfterComputation,
  type StepQuota,
  StepQuotaSuspension,
  unlimitedStepQuota,
} from "../../engine/suspension.ts";
import {
  createEngineFaultError,
  interpretationError,
} from "../../transaction/interpretation-error.ts";
import { RequestEvaluationQuota } from "../runtime/allowance.ts";
import { requireValueKind } from "../runtime/as-kind.ts";
import { toLedgerValue } from "../runtime/ledger-values.ts";
import type { RuntimeInterfaceValue, RuntimeUpdateAction } from "../runtime/runtime-value.ts";
import type { DamlPackages } from "./daml-packages.ts";
import { evaluateWithinLimits } from "./evaluate-within-limits.ts";
import { LedgerActionMachine } from "./machine.ts";
import { computePartiesAndKeyIfValid } from "./payload-terms.ts";
import type { CompiledProgram } from "./program.ts";
import { runWithUncatchableExceptions } from "./uncaught-exception-error.ts";
import { InterfaceViewCache, type InterfaceViewOutcome } from "./view-cache.ts";

/** Limits of Daml code; docs/limits.md describes the errors. */
export interface DamlEngineLimits {
  /**
   * Maximum number of function applications and actions of all commands in a submission. An action that
   * adds a node to the transaction (create, exercise, fetch, lookup) counts as 100.
   */
  readonly maxSteps: number;
  /** Maximum number of steps of one view of a contract. Views are computed while clients read. */
  readonly maxViewSteps: number;
  /**
   * Maximum number of steps of the template code that one action runs: precondition, signatories,
   * observers, key, controllers, conversion from another version. These steps run without interruption.
   */
  readonly maxActionSteps: number;
  /**
   * Maximum number of registers of all waiting calls, for arguments, variables and intermediate values;
   * most functions need a few. Each takes 8 bytes. This limits recursion, at a depth far beyond that of the
   * JavaScript stack.
   */
  readonly maxRegisters: number;
}

/**
 * Sufficient for any realistic choice. An endless loop is stopped after a few seconds, before its data
 * fills the memory of a process.
 */
export const defaultDamlEngineLimits: DamlEngineLimits = {
  maxSteps: 10_000_000,
  maxViewSteps: 500_000,
  maxActionSteps: 500_000,
  maxRegisters: 4_000_000,
};

/** An engine that runs the packages of another engine, and counts the code that runs. */
export interface CodeCoverageEngine extends ContractEngine {
  /** Adds the packages that the other engine has received since the last call. */
  addPackages(): void;
  getCodeRecorder(): CodeCoverageRecorder;
}

/** Functions that create engines with the same packages; these engines record source locations. */
interface OtherEngines {
  /** Creates an engine for second runs of failed commands. */
  readonly tracing?: () => TracingEngine;
  /** Creates an engine for all commands, if executed code is to be counted. */
  readonly recording?: () => CodeCoverageEngine;
}

interface RequestedView {
  readonly templateId: TypeId;
  readonly interfaceId: TypeId;
  readonly contract: Contract;
}

/**
 * Runs Daml-LF code (daml-lf.md 7–16). Nested calls and exercises do not use the JavaScript stack, so
 * memory limits the depth of recursion.
 */
export class DamlEngine implements ContractEngine {
  readonly #packages: DamlPackages;
  readonly #limits: DamlEngineLimits;
  readonly #views = new InterfaceViewCache();
  /** The remaining quota of each submission. */
  readonly #allowances = new WeakMap<PartialTransaction, RequestEvaluationQuota>();

  readonly tracing: (() => TracingEngine) | undefined;
  readonly #createRecording: (() => CodeCoverageEngine) | undefined;
  #recording: CodeCoverageEngine | undefined;

  constructor(
    packages: DamlPackages,
    limits: DamlEngineLimits,
    { tracing, recording }: OtherEngines = {},
  ) {
    this.#packages = packages;
    this.#limits = limits;
    this.tracing = tracing && whileUsed(tracing);
    this.#createRecording = recording;
  }

  getCodeRecorder(): CodeCoverageRecorder {
    this.#recording ??= this.#createRecording?.();
    if (this.#recording === undefined) {
      throw createEngineFaultError("This engine cannot count executed code.");
    }
    return this.#recording.getCodeRecorder();
  }

  /**
   * Returns the engine that counts executed code, with all packages; undefined if `getCodeRecorder` was never
   * called.
   */
  get #countingEngine(): CodeCoverageEngine | undefined {
    this.#recording?.addPackages();
    return this.#recording;
  }

  get #program(): CompiledProgram {
    return this.#packages.program;
  }

  create(transaction: PartialTransaction, templateId: TypeId, argument: Value): ContractId {
    const countingEngine = this.#countingEngine;
    if (countingEngine !== undefined) {
      return countingEngine.create(transaction, templateId, argument);
    }
    return this.#run(transaction, (machine) => {
      const program = this.#program;
      const { payloadType } = program.getTemplateCode(templateId);
      const payload = requireValueKind("record", program.values.read(payloadType, argument));
      return machine.create(templateId, payload).value;
    });
  }

  exercise(transaction: PartialTransaction, exercise: RootExerciseAction): Value {
    const countingEngine = this.#countingEngine;
    if (countingEngine !== undefined) return countingEngine.exercise(transaction, exercise);
    const { typeId, contractId, choice, argument: ledgerArgument } = exercise;
    return this.#run(transaction, (machine) => {
      const argument = this.#readChoiceArgument(exercise);
      const isInterface = this.#program.definitions.findInterface(typeId) !== undefined;
      const body = isInterface
        ? machine.beginInterfaceExercise({
            interfaceId: typeId,
            choice,
            contractId,
            argument,
            ledgerArgument,
          })
        : machine.beginExercise({
            templateId: typeId,
            choice,
            contractId,
            argument,
            ledgerArgument,
          });
      return this.#performChoiceBody(body, machine);
    });
  }

  exerciseByKey(transaction: PartialTransaction, exercise: RootExerciseByKeyAction): Value {
    const countingEngine = this.#countingEngine;
    if (countingEngine !== undefined) return countingEngine.exerciseByKey(transaction, exercise);
    const { typeId, choice } = exercise;
    return this.#run(transaction, (machine) => {
      const program = this.#program;
      const { key } = program.getTemplateCode(typeId);
      if (key === undefined) {
        throw interpretationError("COMMAND_PREPROCESSING_FAILED", {
          cause: `the template ${typeId} has no key.`,
        });
      }
      const argument = this.#readChoiceArgument(exercise);
      const keyValue = program.values.read(key.type, exercise.key);
      const body = machine.beginExerciseByKey({
        templateId: typeId,
        choice,
        key: keyValue,
        argument,
      });
      return this.#performChoiceBody(body, machine);
    });
  }

  #readChoiceArgument({
    typeId,
    choice,
    argument,
  }: Pick<RootExerciseAction, "typeId" | "choice" | "argument">) {
    const program = this.#program;
    return program.values.read(
      program.getChoiceCode(typeId, choice).definition.argumentType,
      argument,
    );
  }

  /** Performs the body of the choice that was just begun, and ends the exercise. */
  #performChoiceBody(body: RuntimeUpdateAction, machine: LedgerActionMachine): Value {
    return continueAfterComputation(
      () => this.#program.performUpdate(body, machine),
      (result) => machine.endExercise(result),
    );
  }

  computeInterfaceView(
    templateId: TypeId,
    interfaceId: TypeId,
    contract: Contract,
    quota?: StepQuota,
  ): Value {
    const known = this.#views.get(contract, templateId, interfaceId);
    const outcome = known ?? this.#computeView({ templateId, interfaceId, contract }, quota);
    if ("error" in outcome) throw outcome.error;
    return outcome.value;
  }

  convertToVersion(templateId: TypeId, contract: Contract): ContractConvertedToVersion {
    const program = this.#program;
    const { maxActionSteps: maxSteps, maxRegisters } = this.#limits;
    const { payloadType } = program.getTemplateCode(templateId);
    const read = (): ContractConvertedToVersion => {
      const payload = requireValueKind(
        "record",
        program.values.read(payloadType, contract.argument),
      );
      return {
        argument: toLedgerValue(payload, program.budget),
        terms: computePartiesAndKeyIfValid(program, templateId, payload),
      };
    };
    const allowance = new RequestEvaluationQuota({ maxSteps, maxRegisters });
    return evaluateWithinLimits(program, allowance, () =>
      runWithUncatchableExceptions(program, read),
    );
  }

  #computeView(
    { templateId, interfaceId, contract }: RequestedView,
    quota = unlimitedStepQuota,
  ): InterfaceViewOutcome {
    const { maxRegisters } = this.#limits;
    const mostSteps = Math.min(this.#limits.maxViewSteps, this.#limits.maxSteps);
    const maxSteps = Math.max(0, Math.min(mostSteps, quota.steps));
    const allowance = new RequestEvaluationQuota({ maxSteps, maxRegisters });
    const outcome = this.#viewOutcome(allowance, () => {
      const program = this.#program;
      const { payloadType } = program.getTemplateCode(templateId);
      const payload = requireValueKind(
        "record",
        program.values.read(payloadType, contract.argument),
      );
      const value: RuntimeInterfaceValue = { kind: "interface", templateId, payload };
      const evaluate = () =>
        program.applyFunction(program.getViewCode(value, interfaceId), [payload]);
      return toLedgerValue(runWithUncatchableExceptions(program, evaluate), program.budget);
    });
    const stepsAside = maxSteps - allowance.separateSteps;
    const steps = maxSteps - allowance.steps + stepsAside;
    // An error is not final if part of the steps went into results that are now cached, or if the quota
    // was reduced: the next attempt may succeed.
    const isFinal = !("error" in outcome) || (stepsAside === 0 && maxSteps === mostSteps);
    quota.steps -= steps;
    this.#views.add(contract, { templateId, interfaceId }, { outcome, steps, isFinal });
    return outcome;
  }

  #viewOutcome(allowance: RequestEvaluationQuota, compute: () => Value): InterfaceViewOutcome {
    try {
      return { value: evaluateWithinLimits(this.#program, allowance, compute) };
    } catch (error) {
      if (isLedgerError(error)) return { error };
      throw error;
    }
  }

  #run<T>(transaction: PartialTransaction, act: (machine: LedgerActionMachine) => T): T {
    const machine = new LedgerActionMachine(this.#packages, transaction);
    return this.#runTurn(transaction, () => act(machine));
  }

  #runTurn<T>(transaction: PartialTransaction, run: () => T): T {
    const program = this.#program;
    const allowance = this.#getAllowance(transaction);
    try {
      return evaluateWithinLimits(
        program,
        allowance,
        () => runWithUncatchableExceptions(program, run),
        transaction.quota,
      );
    } catch (error) {
      if (!(error instanceof StepQuotaSuspension)) throw error;
      const { resume } = error as StepQuotaSuspension<T>;
      throw new StepQuotaSuspension(() => this.#runTurn(transaction, resume));
    }
  }

  /** Returns the number of steps that the commands of a transaction have spent. */
  stepsSpent(transaction: PartialTransaction): number {
    const allowance = this.#allowances.get(transaction);
    return allowance === undefined
      ? 0
      : this.#limits.maxSteps - this.#program.budget.stepsLeft(allowance);
  }

  #getAllowance(transaction: PartialTransaction): RequestEvaluationQuota {
    let allowance = this.#allowances.get(transaction);
    if (allowance === undefined) {
      const { maxSteps, maxRegisters, maxActionSteps: maxUninterruptedSteps } = this.#limits;
      allowance = new RequestEvaluationQuota({ maxSteps, maxRegisters, maxUninterruptedSteps });
      this.#allowances.set(transaction, allowance);
    }
    return allowance;
  }
}

/** Returns a function that caches the result of `create` in a weak reference. */
const whileUsed = <T extends object>(create: () => T): (() => T) => {
  let cached: WeakRef<T> | undefined;
  return () => {
    const known = cached?.deref();
    if (known !== undefined) return known;
    const created = create();
    cached = new WeakRef(created);
    return created;
  };
};
