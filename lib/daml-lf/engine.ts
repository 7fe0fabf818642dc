import { isLedgerError } from "../errors/ledger-error.ts";
import type { Contract } from "../model/contract.ts";
import type { ContractId, TypeId } from "../model/identifiers.ts";
import type { ContractEngine, RootExercise, RootExerciseByKey } from "../transaction/engine.ts";
import { interpretationError } from "../transaction/interpretation-error.ts";
import type { PartialTransaction } from "../transaction/partial-transaction.ts";
import type { Value } from "../values/value.ts";
import { withBudget } from "./apply.ts";
import { asKind } from "./builtin.ts";
import { DamlException } from "./exception.ts";
import { toLedgerValue } from "./ledger-values.ts";
import { Machine } from "./machine.ts";
import type { DamlPackages } from "./packages.ts";

export interface DamlEngineLimits {
  /** Function applications and actions one command may make. */
  readonly maxSteps: number;
}

/**
 * Enough for any real choice. A loop that never ends is stopped after a few seconds, and before what it
 * gathers fills the memory of a process.
 */
export const defaultDamlEngineLimits: DamlEngineLimits = { maxSteps: 10_000_000 };

/** Runs Daml-LF code (daml-lf.md 7–16). */
export class DamlEngine implements ContractEngine {
  readonly #packages: DamlPackages;
  readonly #limits: DamlEngineLimits;

  constructor(packages: DamlPackages, limits: DamlEngineLimits) {
    this.#packages = packages;
    this.#limits = limits;
  }

  create(transaction: PartialTransaction, templateId: TypeId, argument: Value): ContractId {
    return this.#run(transaction, (machine) => {
      const { program } = this.#packages;
      const { payloadType } = program.template(templateId);
      const payload = asKind("record", program.values.read(payloadType, argument));
      return machine.create(templateId, payload).contractId;
    });
  }

  exercise(transaction: PartialTransaction, exercise: RootExercise): Value {
    const { typeId, contractId, choice } = exercise;
    return this.#run(transaction, (machine) => {
      const argument = this.#argument(exercise);
      const result =
        this.#packages.program.interface(typeId) === undefined
          ? machine.exercise({ templateId: typeId, choice, contractId, argument })
          : machine.exerciseInterface({ interfaceId: typeId, choice, contractId, argument });
      return toLedgerValue(result);
    });
  }

  exerciseByKey(transaction: PartialTransaction, exercise: RootExerciseByKey): Value {
    const { typeId, choice } = exercise;
    return this.#run(transaction, (machine) => {
      const { program } = this.#packages;
      const { key } = program.template(typeId);
      if (key === undefined)
        throw interpretationError("COMMAND_PREPROCESSING_FAILED", {
          cause: `the template ${typeId} has no key.`,
        });
      const argument = this.#argument(exercise);
      const keyValue = program.values.read(key.type, exercise.key);
      const result = machine.exerciseByKey({ templateId: typeId, choice, key: keyValue, argument });
      return toLedgerValue(result);
    });
  }

  #argument({ typeId, choice, argument }: Pick<RootExercise, "typeId" | "choice" | "argument">) {
    const { program } = this.#packages;
    return program.values.read(program.choice(typeId, choice).definition.argumentType, argument);
  }

  view(templateId: TypeId, interfaceId: TypeId, contract: Contract): Value {
    const { program } = this.#packages;
    const { payloadType } = program.template(templateId);
    return this.#guarded(() => {
      const payload = asKind("record", program.values.read(payloadType, contract.argument));
      return toLedgerValue(program.view({ kind: "interface", templateId, payload }, interfaceId));
    });
  }

  #run<T>(transaction: PartialTransaction, act: (machine: Machine) => T): T {
    const machine = new Machine(this.#packages, transaction);
    return this.#guarded(() => {
      try {
        return act(machine);
      } catch (error) {
        throw error instanceof DamlException ? machine.unhandled(error) : error;
      }
    });
  }

  /** Within the budget; running out of stack becomes an error of the submission. */
  #guarded<T>(compute: () => T): T {
    try {
      return withBudget(this.#limits.maxSteps, compute);
    } catch (error) {
      if (isLedgerError(error) || !(error instanceof RangeError)) throw error;
      throw interpretationError("DAML_INTERPRETATION_ERROR", {
        cause: "the evaluation recursed too deeply.",
      });
    }
  }
}
