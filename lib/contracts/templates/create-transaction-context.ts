import { splitTypeId } from "../../base/identifiers/identifiers.ts";
import type { Value } from "../../base/values/value.ts";
import type { SubmissionPackageSelector } from "../engine/package-selector.ts";
import type { PackageSignature } from "../engine/package-signature.ts";
import { interpretationError } from "../transaction/interpretation-error.ts";
import type { TemplateInterpreter } from "./run/interpreter.ts";
import { findRegisteredInterfaceId } from "./run/registered-interfaces.ts";
import { encodeContractCodeReturnValue } from "./run/return-values.ts";
import {
  findRunnableTypeScriptPackage,
  type RunnableTypeScriptInterface,
  type RunnableTypeScriptPackage,
} from "./run/runnable-typescript-package.ts";
import type { RunnableTypeScriptTemplate } from "./run/runnable-typescript-template.ts";
import type { TransactionContext } from "./transaction-context.ts";
import type { Choice } from "./types/choice.ts";
import {
  type ContractException,
  createAssertionFailedException,
} from "./types/contract-exception.ts";
import { ContractId, toTypedContractId } from "./types/contract-id.ts";
import {
  getContractTypeDeclaration,
  type InterfaceDeclaration,
  TemplateDeclaration,
} from "./types/declaration.ts";
import { type FailureStatus, failureStatusError } from "./types/failure.ts";
import { getDeclarationPackageName } from "./types/package-names.ts";
import { Timestamp, Unit } from "./types/scalars.ts";

/**
 * Returns the context through which contract code accesses the ledger. The code uses the templates
 * and interfaces of its own package in the same version. The submission selects the versions of
 * other packages.
 */
export const createTransactionContext = (
  interpreter: TemplateInterpreter,
  code: RunnableTypeScriptPackage,
): TransactionContext => {
  const { execution, transaction } = interpreter;
  const step = <Result>(action: () => Result): Result => execution.runStep(action);
  const resolve = (definition: object) => resolveDefinition(interpreter, code, definition);
  const template = (definition: object): ResolvedTemplate => {
    const resolved = resolve(definition);
    if (resolved.kind === "template") return resolved;
    throw contextError(`${resolved.interface.id} is an interface, but a template is required`);
  };
  const key = ({ template: { declaration, name } }: ResolvedTemplate, given: unknown): Value =>
    encodeContractCodeReturnValue(`key of ${name}`, declaration.key?.type ?? Unit, given);

  const context = {
    create: (of: object, payload: unknown) =>
      step(() => {
        const { template: created } = template(of);
        const argument = encodeContractCodeReturnValue(
          `payload of ${created.name}`,
          created.declaration.payload,
          payload,
        );
        return toTypedContractId(interpreter.create(created, argument));
      }),

    fetch: (of: object, contractId: unknown) =>
      step(() => {
        const resolved = resolve(of);
        const id = readContractId(contractId);
        return resolved.kind === "template"
          ? interpreter.fetchPayload(resolved.template, id)
          : interpreter.fetchInterface(resolved.interface, id);
      }),

    exercise: (contractId: unknown, choice: Choice, argument?: unknown) =>
      step(() => {
        const resolved = resolve(choice.owner);
        const id = readContractId(contractId);
        const given = encodeChoiceArgument(choice, argument);
        const result =
          resolved.kind === "template"
            ? interpreter.exerciseTemplate(resolved.code, resolved.template, id, choice.name, given)
            : interpreter.exerciseInterface(
                resolved.code,
                resolved.interface,
                id,
                choice.name,
                given,
              );
        return choice.result.decode(result);
      }),

    exerciseByKey: (of: object, given: unknown, choice: Choice, argument?: unknown) =>
      step(() => {
        const resolved = template(of);
        const result = interpreter.exerciseByKey(
          resolved.code,
          resolved.template,
          key(resolved, given),
          choice.name,
          encodeChoiceArgument(choice, argument),
        );
        return choice.result.decode(result);
      }),

    fetchByKey: (of: object, given: unknown) =>
      step(() => {
        const resolved = template(of);
        const found = interpreter.fetchByKey(resolved.template, key(resolved, given));
        return { contractId: toTypedContractId(found.contractId), payload: found.payload };
      }),

    lookupByKey: (of: object, given: unknown) =>
      step(() => {
        const resolved = template(of);
        const found = interpreter.lookupByKey(resolved.template, key(resolved, given));
        return found === undefined ? null : toTypedContractId(found);
      }),

    now: () => step(() => transaction.getLedgerTime()),

    isBefore: (time: unknown) =>
      step(() => {
        const limit = encodeContractCodeReturnValue("time to compare with", Timestamp, time);
        return transaction.isLedgerTimeBefore(Timestamp.decode(limit));
      }),

    fail: (status: FailureStatus) =>
      step(() => {
        throw failureStatusError(status);
      }),

    assert: (condition: boolean, message: string) => {
      if (!condition) throw createAssertionFailedException(message);
    },

    attempt: <Result>(body: () => Result, onFailure: (exception: ContractException) => Result) =>
      execution.runInScope(body, onFailure),
  };
  // The functions implement the context, but without its static types, which depend on the arguments of
  // each call.
  return Object.freeze(context) as unknown as TransactionContext;
};

interface ResolvedTemplate {
  readonly kind: "template";
  readonly template: RunnableTypeScriptTemplate;
  readonly code: RunnableTypeScriptPackage;
}

type ResolvedDefinition =
  | ResolvedTemplate
  | {
      readonly kind: "interface";
      readonly interface: RunnableTypeScriptInterface;
      readonly code: RunnableTypeScriptPackage;
    };

/**
 * Raises UNRESOLVED_PACKAGE_NAME if no usable package has the name, and DAML_INTERPRETATION_ERROR if
 * none of its versions contains the definition.
 */
const resolveDefinition = (
  interpreter: TemplateInterpreter,
  code: RunnableTypeScriptPackage,
  definition: object,
): ResolvedDefinition => {
  const declaration = getContractTypeDeclaration(definition);
  const own = findResolvedDefinition(code, declaration);
  if (own !== undefined) return own;
  const { packages } = interpreter.transaction;
  const name = getDeclarationPackageName(declaration);
  const candidates = [packages.getPreferredPackage(name), ...packages.registry.versions(name)];
  for (const candidate of [...findDefiningPackage(packages, declaration), ...candidates]) {
    const found = findInPackage(candidate, declaration);
    if (found !== undefined) return found;
  }
  throw contextError(
    `no version of package ${name} on this ledger has ${declaration.qualifiedName}`,
  );
};

/**
 * Returns the first package that defined an interface. The id of an interface contains the id of
 * this package, regardless of the selected version.
 */
const findDefiningPackage = (
  { registry }: SubmissionPackageSelector,
  declaration: TemplateDeclaration | InterfaceDeclaration,
): readonly PackageSignature[] => {
  if (declaration instanceof TemplateDeclaration) return [];
  const home = findRegisteredInterfaceId(declaration);
  const found = home === undefined ? undefined : registry.get(splitTypeId(home).packageId);
  return found === undefined ? [] : [found];
};

const findInPackage = (
  candidate: PackageSignature,
  declaration: TemplateDeclaration | InterfaceDeclaration,
): ResolvedDefinition | undefined => {
  const code = findRunnableTypeScriptPackage(candidate);
  return code === undefined ? undefined : findResolvedDefinition(code, declaration);
};

const findResolvedDefinition = (
  code: RunnableTypeScriptPackage,
  declaration: TemplateDeclaration | InterfaceDeclaration,
): ResolvedDefinition | undefined => {
  if (declaration instanceof TemplateDeclaration) {
    const template = code.templateOf.get(declaration);
    return template && { kind: "template", template, code };
  }
  const found = code.interfaceOf.get(declaration);
  return found && { kind: "interface", interface: found, code };
};

const encodeChoiceArgument = (choice: Choice, argument: unknown): Value =>
  encodeContractCodeReturnValue(`argument of ${choice.name}`, choice.argument, argument ?? {});

const anyContractId = ContractId("Any:Contract");

const readContractId = (given: unknown): string =>
  anyContractId.decode(encodeContractCodeReturnValue("contract id", anyContractId, given))
    .contractId;

const contextError = (why: string) =>
  interpretationError("DAML_INTERPRETATION_ERROR", { cause: `Contract code failed: ${why}` });
