import type { PackageId, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import { createContractIdValue } from "../../../base/values/constructors.ts";
import type { Value } from "../../../base/values/value.ts";
import { createEngineFaultError } from "../../transaction/interpretation-error.ts";
import { createRuntimeList, type RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { defineScriptQuestionCodec } from "./question-codec.ts";
import { readScriptCallLocation, type ScriptCallLocation } from "./script-call-location.ts";
import { scriptQuestionsModuleName } from "./script-library.ts";
import type { ScriptValueConverter, TypedContractKey, TypedValue } from "./script-types.ts";
import {
  createEitherLeftValue,
  createEitherRightValue,
  createRuntimePair,
} from "./stable-values.ts";
import { createSubmitErrorValue, type ScriptSubmitError } from "./submit-error.ts";

/** One submission of a `Submit` question (daml-script.md 2.4). */
export interface ScriptSubmission {
  readonly actAs: readonly Party[];
  readonly readAs: readonly Party[];
  readonly disclosures: readonly ScriptDisclosedContract[];
  readonly packagePreference: readonly PackageId[];
  readonly onError: "mustSucceed" | "mustFail" | "try";
  readonly commands: readonly ScriptCommand[];
  readonly location: ScriptCallLocation | undefined;
}

export interface ScriptDisclosedContract {
  readonly template: TypeId;
  readonly contractId: string;
  /** The created-event blob in hexadecimal. */
  readonly blob: string;
}

/**
 * A command on the template or interface `type`. If `isExact` is true, no other version of the package
 * may be used.
 */
export type ScriptCommand = { readonly type: TypeId; readonly isExact: boolean } & (
  | { readonly kind: "create"; readonly argument: TypedValue }
  | {
      readonly kind: "exercise";
      readonly contractId: string;
      readonly choice: string;
      readonly argument: TypedValue;
    }
  | {
      readonly kind: "exerciseByKey";
      readonly key: TypedContractKey;
      readonly choice: string;
      readonly argument: TypedValue;
    }
  | {
      readonly kind: "createAndExercise";
      readonly payload: TypedValue;
      readonly choice: string;
      readonly argument: TypedValue;
    }
);

/** A create or exercise of a transaction, as its submitters see it. */
export type ScriptTransactionEvent =
  | {
      readonly kind: "created";
      readonly contractId: string;
      readonly template: TypeId;
      readonly argument: Value;
    }
  | {
      readonly kind: "exercised";
      readonly contractId: string;
      readonly template: TypeId;
      readonly interfaceId: TypeId | undefined;
      readonly choice: string;
      readonly argument: Value;
      readonly result: Value;
      readonly children: readonly ScriptTransactionEvent[];
    };

export type ScriptSubmissionOutcome =
  { readonly roots: readonly ScriptTransactionEvent[] } | { readonly error: ScriptSubmitError };

export const submitQuestionCodec = defineScriptQuestionCodec({
  read: (question, types): readonly ScriptSubmission[] =>
    payload.readListElements(payload.readRequiredRecordField(question, "submissions"), (each) =>
      readSubmission(each, types),
    ),
  write: (outcomes: readonly ScriptSubmissionOutcome[], types, submissions) =>
    createRuntimeList(
      outcomes.map((outcome, index) =>
        "error" in outcome
          ? createEitherLeftValue(createSubmitErrorValue(outcome.error, types))
          : createEitherRightValue(
              writeTransaction(outcome.roots, submissions[index]?.commands ?? [], types),
            ),
      ),
    ),
});

const errorBehaviours = { MustSucceed: "mustSucceed", MustFail: "mustFail", Try: "try" } as const;

const readSubmission = (
  submission: RuntimeValue,
  types: ScriptValueConverter,
): ScriptSubmission => {
  const behaviour = payload.readVariantOrEnumConstructor(
    payload.readRequiredRecordField(submission, "sErrorBehaviour"),
  );
  return {
    actAs: payload.readNonEmptyList(
      payload.readRequiredRecordField(submission, "sActAs"),
      payload.readPartyValue,
    ),
    readAs: payload.readListElements(
      payload.readRequiredRecordField(submission, "sReadAs"),
      payload.readPartyValue,
    ),
    disclosures: payload.readListElements(
      payload.readRequiredRecordField(submission, "sDisclosures"),
      readDisclosure,
    ),
    packagePreference:
      payload.readOptionalValue(
        payload.readOptionalRecordField(submission, "sPackagePreference"),
        (ids) =>
          payload.readListElements(ids, (id) => payload.readTextValue(payload.unwrapNewtype(id))),
      ) ?? [],
    onError: errorBehaviours[behaviour as keyof typeof errorBehaviours],
    commands: payload.readListElements(
      payload.readRequiredRecordField(submission, "sCommands"),
      (each) => readCommand(each, types),
    ),
    location: payload.readOptionalValue(
      payload.readOptionalRecordField(submission, "sLocation"),
      readScriptCallLocation,
    ),
  };
};

const readDisclosure = (disclosure: RuntimeValue): ScriptDisclosedContract => ({
  template: payload.readTypeIdFromTypeRep(
    payload.readRequiredRecordField(disclosure, "templateId"),
  ),
  contractId: payload.readContractIdValue(
    payload.readRequiredRecordField(disclosure, "contractId"),
  ),
  blob: payload.readTextValue(payload.readRequiredRecordField(disclosure, "blob")),
});

const readCommand = (withMeta: RuntimeValue, types: ScriptValueConverter): ScriptCommand => {
  const command = payload.readRequiredRecordField(withMeta, "command");
  const isExact = payload.readBoolValue(
    payload.readRequiredRecordField(withMeta, "explicitPackageId"),
  );
  const kind = payload.readVariantOrEnumConstructor(command);
  const parts = payload.readVariantPayload(command);
  const part = (...names: readonly string[]) => payload.readRequiredRecordField(parts, ...names);
  const choiceOf = (name: string) => {
    const { typeId, ...argument } = types.readAny(
      payload.readRequiredRecordField(part(name), "getAnyChoice"),
    );
    return { choice: getChoiceNameFromArgument(typeId), argument };
  };
  const created = (name: string) => types.readAny(payload.unwrapNewtype(part(name)));
  switch (kind) {
    case "Create": {
      const { typeId, ...argument } = created("argC");
      return { kind: "create", type: typeId, isExact, argument };
    }
    case "Exercise":
      return {
        kind: "exercise",
        type: payload.readTypeIdFromTypeRep(part("tplId")),
        isExact,
        contractId: payload.readContractIdValue(part("cId")),
        ...choiceOf("argE"),
      };
    case "ExerciseByKey": {
      const type = payload.readTypeIdFromTypeRep(part("tplId"));
      const key = types.readKey(
        type,
        payload.readRequiredRecordField(part("keyE"), "getAnyContractKey"),
      );
      return { kind: "exerciseByKey", type, isExact, key, ...choiceOf("argE") };
    }
    case "CreateAndExercise": {
      const { typeId, ...argument } = created("tplArgCE");
      return {
        kind: "createAndExercise",
        type: typeId,
        isExact,
        payload: argument,
        ...choiceOf("choiceArgCE"),
      };
    }
    default:
      throw createEngineFaultError(`unknown command ${kind}; this script library is not supported`);
  }
};

/** Returns the name of a choice, which is that of its argument type. */
const getChoiceNameFromArgument = (argument: TypeId): string =>
  splitTypeId(argument).qualifiedName.replace(/^.*[:.]/u, "");

/**
 * Writes the results of the commands and the transaction tree. Root nodes use the types of the package
 * that the command names, even if another version ran.
 */
const writeTransaction = (
  roots: readonly ScriptTransactionEvent[],
  commands: readonly ScriptCommand[],
  types: ScriptValueConverter,
): RuntimeValue => {
  const named = commands.flatMap((command) =>
    command.kind === "createAndExercise" ? [command.type, command.type] : [command.type],
  );
  const asNamed = roots.map((root, index) => ({ root, type: named[index] ?? root.template }));
  const results = asNamed.map(({ root, type }) => writeResult(root, type, types));
  const events = asNamed.map(({ root, type }) => writeEvent(root, type, types));
  const tree = types.createRecord(`${scriptQuestionsModuleName}.TransactionTree:TransactionTree`, {
    rootEvents: createRuntimeList(events),
  });
  return createRuntimePair(createRuntimeList(results), tree);
};

const commandResultTypeId = `${scriptQuestionsModuleName}.Commands:CommandResult`;

const writeResult = (
  root: ScriptTransactionEvent,
  type: TypeId,
  types: ScriptValueConverter,
): RuntimeValue =>
  root.kind === "created"
    ? types.createVariant(
        commandResultTypeId,
        "CreateResult",
        createContractIdValue(root.contractId),
      )
    : types.createVariant(
        commandResultTypeId,
        "ExerciseResult",
        types.readChoiceResult(type, root.choice, root.result),
      );

const treeModule = `${scriptQuestionsModuleName}.TransactionTree`;

const writeEvent = (
  node: ScriptTransactionEvent,
  type: TypeId,
  types: ScriptValueConverter,
): RuntimeValue => {
  if (node.kind === "created") {
    const created = types.createRecord(`${treeModule}:Created`, {
      contractId: types.toAnyContractId(node.contractId, type),
      argument: types.toAnyTemplate(type, node.argument),
    });
    return types.createVariant(`${treeModule}:TreeEvent`, "CreatedEvent", created);
  }
  // A choice of an interface belongs to the interface, not to the template of the contract.
  const owner = types.isInterface(type) ? type : (node.interfaceId ?? type);
  const template = types.isInterface(type) ? node.template : type;
  const exercised = types.createRecord(`${treeModule}:Exercised`, {
    contractId: types.toAnyContractId(node.contractId, template),
    choice: node.choice,
    argument: types.toAnyChoice(owner, node.choice, node.argument),
    childEvents: createRuntimeList(
      node.children.map((child) => writeEvent(child, child.template, types)),
    ),
  });
  return types.createVariant(`${treeModule}:TreeEvent`, "ExercisedEvent", exercised);
};
