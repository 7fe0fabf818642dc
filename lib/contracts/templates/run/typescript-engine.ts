import type { ContractId, TypeId } from "../../../base/identifiers/identifiers.ts";
import type { Contract } from "../../../base/model/contract.ts";
import type { Value } from "../../../base/values/value.ts";
import type {
  ContractConvertedToVersion,
  ContractEngine,
  RootExerciseAction,
  RootExerciseByKeyAction,
} from "../../engine/contract-engine.ts";
import type { PartialTransaction } from "../../engine/partial-transaction.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import { computeTemplateInterfaceView } from "./create-interface-value.ts";
import { runWithUncatchableErrors, toLedgerErrorOfContractCode } from "./execution.ts";
import { TemplateInterpreter, type TransactionContextFactory } from "./interpreter.ts";
import type { RunnableTypeScriptPackage } from "./runnable-typescript-package.ts";
import type { RunnableTypeScriptTemplate } from "./runnable-typescript-template.ts";
import { convertContractVersionWithoutChecks } from "./upgrade.ts";

/** Runs the templates of one package. Throws only LedgerErrors, even if contract code throws anything else. */
export class TypeScriptTemplateEngine implements ContractEngine {
  readonly #package: RunnableTypeScriptPackage;
  readonly #createContext: TransactionContextFactory;

  constructor(of: RunnableTypeScriptPackage, createContext: TransactionContextFactory) {
    this.#package = of;
    this.#createContext = createContext;
  }

  create(transaction: PartialTransaction, templateId: TypeId, argument: Value): ContractId {
    const interpreter = new TemplateInterpreter(transaction, this.#createContext);
    return interpreter.execution.run(() =>
      interpreter.create(this.#getTemplate(templateId), argument),
    );
  }

  exercise(transaction: PartialTransaction, exercise: RootExerciseAction): Value {
    const { typeId, contractId, choice, argument } = exercise;
    const interpreter = new TemplateInterpreter(transaction, this.#createContext);
    const through = this.#package.interfaces.get(typeId);
    return interpreter.execution.run(() =>
      through === undefined
        ? interpreter.exerciseTemplate(
            this.#package,
            this.#getTemplate(typeId),
            contractId,
            choice,
            argument,
          )
        : interpreter.exerciseInterface(this.#package, through, contractId, choice, argument),
    );
  }

  exerciseByKey(transaction: PartialTransaction, exercise: RootExerciseByKeyAction): Value {
    const { typeId, key, choice, argument } = exercise;
    const interpreter = new TemplateInterpreter(transaction, this.#createContext);
    return interpreter.execution.run(() =>
      interpreter.exerciseByKey(this.#package, this.#getTemplate(typeId), key, choice, argument),
    );
  }

  computeInterfaceView(templateId: TypeId, interfaceId: TypeId, contract: Contract): Value {
    const template = this.#getTemplate(templateId);
    const declaration = template.implements.get(interfaceId);
    if (declaration === undefined) {
      throw createEngineFaultError(`${templateId} has no view ${interfaceId}.`);
    }
    try {
      return runWithUncatchableErrors(() =>
        computeTemplateInterfaceView(
          template,
          declaration,
          template.declaration.payload.decode(contract.argument),
        ),
      );
    } catch (error) {
      throw toLedgerErrorOfContractCode(error);
    }
  }

  convertToVersion(templateId: TypeId, contract: Contract): ContractConvertedToVersion {
    const template = this.#getTemplate(templateId);
    try {
      return runWithUncatchableErrors(() =>
        convertContractVersionWithoutChecks(template, contract),
      );
    } catch (error) {
      throw toLedgerErrorOfContractCode(error);
    }
  }

  #getTemplate(id: TypeId): RunnableTypeScriptTemplate {
    const template = this.#package.templates.get(id);
    if (template === undefined) {
      throw createEngineFaultError(`${id} is not a template of this engine.`);
    }
    return template;
  }
}
