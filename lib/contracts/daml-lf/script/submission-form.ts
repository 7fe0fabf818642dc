import type { PackageId, Party, TypeId } from "../../../base/identifiers/identifiers.ts";
import { splitTypeId } from "../../../base/identifiers/identifiers.ts";
import type { Value } from "../../../base/values/value.ts";
import { engineFault } from "../../transaction/interpretation-error.ts";
import { listFrom, type RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";
import { form } from "./question-form.ts";
import { questions } from "./script-library.ts";
import type { ScriptTypes, TypedKey, TypedValue } from "./script-types.ts";
import { locationOf, type SourceLocation } from "./source-location.ts";
import { left, pair, right } from "./stable-values.ts";
import { type SubmitError, submitErrorValue } from "./submit-error.ts";

/** One submission of a `Submit` question (daml-script.md 2.4). */
export interface ScriptSubmission {
  readonly actAs: readonly Party[];
  readonly readAs: readonly Party[];
  readonly disclosures: readonly ScriptDisclosure[];
  readonly packagePreference: readonly PackageId[];
  readonly onError: "mustSucceed" | "mustFail" | "try";
  readonly commands: readonly ScriptCommand[];
  readonly location: SourceLocation | undefined;
}

export interface ScriptDisclosure {
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
      readonly key: TypedKey;
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
export type TransactionNode =
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
      readonly children: readonly TransactionNode[];
    };

export type SubmissionOutcome =
  { readonly roots: readonly TransactionNode[] } | { readonly error: SubmitError };

export const submit = form({
  read: (question, types): readonly ScriptSubmission[] =>
    payload.list(payload.field(question, "submissions"), (each) => readSubmission(each, types)),
  write: (outcomes: readonly SubmissionOutcome[], types, submissions) =>
    listFrom(
      outcomes.map((outcome, index) =>
        "error" in outcome
          ? left(submitErrorValue(outcome.error, types))
          : right(writeTransaction(outcome.roots, submissions[index]?.commands ?? [], types)),
      ),
    ),
});

const errorBehaviours = { MustSucceed: "mustSucceed", MustFail: "mustFail", Try: "try" } as const;

const readSubmission = (submission: RuntimeValue, types: ScriptTypes): ScriptSubmission => {
  const behaviour = payload.constructorOf(payload.field(submission, "sErrorBehaviour"));
  return {
    actAs: payload.nonEmpty(payload.field(submission, "sActAs"), payload.readParty),
    readAs: payload.list(payload.field(submission, "sReadAs"), payload.readParty),
    disclosures: payload.list(payload.field(submission, "sDisclosures"), readDisclosure),
    packagePreference:
      payload.optional(payload.optionalField(submission, "sPackagePreference"), (ids) =>
        payload.list(ids, (id) => payload.text(payload.unpacked(id))),
      ) ?? [],
    onError: errorBehaviours[behaviour as keyof typeof errorBehaviours],
    commands: payload.list(payload.field(submission, "sCommands"), (each) =>
      readCommand(each, types),
    ),
    location: payload.optional(payload.optionalField(submission, "sLocation"), locationOf),
  };
};

const readDisclosure = (disclosure: RuntimeValue): ScriptDisclosure => ({
  template: payload.typeOfRep(payload.field(disclosure, "templateId")),
  contractId: payload.contractId(payload.field(disclosure, "contractId")),
  blob: payload.text(payload.field(disclosure, "blob")),
});

const readCommand = (withMeta: RuntimeValue, types: ScriptTypes): ScriptCommand => {
  const command = payload.field(withMeta, "command");
  const isExact = payload.bool(payload.field(withMeta, "explicitPackageId"));
  const kind = payload.constructorOf(command);
  const parts = payload.payloadOf(command);
  const part = (...names: readonly string[]) => payload.field(parts, ...names);
  const choiceOf = (name: string) => {
    const { typeId, ...argument } = types.typed(payload.field(part(name), "getAnyChoice"));
    return { choice: choiceWithArgument(typeId), argument };
  };
  const created = (name: string) => types.typed(payload.unpacked(part(name)));
  switch (kind) {
    case "Create": {
      const { typeId, ...argument } = created("argC");
      return { kind: "create", type: typeId, isExact, argument };
    }
    case "Exercise":
      return {
        kind: "exercise",
        type: payload.typeOfRep(part("tplId")),
        isExact,
        contractId: payload.contractId(part("cId")),
        ...choiceOf("argE"),
      };
    case "ExerciseByKey": {
      const type = payload.typeOfRep(part("tplId"));
      const key = types.key(type, payload.field(part("keyE"), "getAnyContractKey"));
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
      throw engineFault(`unknown command ${kind}; this script library is not supported`);
  }
};

/** Returns the name of a choice, which is that of its argument type. */
const choiceWithArgument = (argument: TypeId): string =>
  splitTypeId(argument).qualifiedName.replace(/^.*[:.]/u, "");

/**
 * Writes the results of the commands and the transaction tree. Root nodes use the types of the package
 * that the command names, even if another version ran.
 */
const writeTransaction = (
  roots: readonly TransactionNode[],
  commands: readonly ScriptCommand[],
  types: ScriptTypes,
): RuntimeValue => {
  const named = commands.flatMap((command) =>
    command.kind === "createAndExercise" ? [command.type, command.type] : [command.type],
  );
  const asNamed = roots.map((root, index) => ({ root, type: named[index] ?? root.template }));
  const results = asNamed.map(({ root, type }) => writeResult(root, type, types));
  const events = asNamed.map(({ root, type }) => writeEvent(root, type, types));
  const tree = types.record(`${questions}.TransactionTree:TransactionTree`, {
    rootEvents: listFrom(events),
  });
  return pair(listFrom(results), tree);
};

const commandResult = `${questions}.Commands:CommandResult`;

const writeResult = (root: TransactionNode, type: TypeId, types: ScriptTypes): RuntimeValue =>
  root.kind === "created"
    ? types.variant(commandResult, "CreateResult", contractIdValue(root.contractId))
    : types.variant(
        commandResult,
        "ExerciseResult",
        types.choiceResult(type, root.choice, root.result),
      );

const treeModule = `${questions}.TransactionTree`;

const writeEvent = (node: TransactionNode, type: TypeId, types: ScriptTypes): RuntimeValue => {
  if (node.kind === "created") {
    const created = types.record(`${treeModule}:Created`, {
      contractId: types.anyContractId(node.contractId, type),
      argument: types.anyTemplate(type, node.argument),
    });
    return types.variant(`${treeModule}:TreeEvent`, "CreatedEvent", created);
  }
  // A choice of an interface belongs to the interface, not to the template of the contract.
  const owner = types.isInterface(type) ? type : (node.interfaceId ?? type);
  const template = types.isInterface(type) ? node.template : type;
  const exercised = types.record(`${treeModule}:Exercised`, {
    contractId: types.anyContractId(node.contractId, template),
    choice: node.choice,
    argument: types.anyChoice(owner, node.choice, node.argument),
    childEvents: listFrom(node.children.map((child) => writeEvent(child, child.template, types))),
  });
  return types.variant(`${treeModule}:TreeEvent`, "ExercisedEvent", exercised);
};

export const contractIdValue = (value: string): RuntimeValue => ({ kind: "contractId", value });
