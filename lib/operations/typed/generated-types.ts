import { invalidArgument } from "../../base/errors/argument-error.ts";
import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { NodeId, Offset, TypeReference } from "../../base/identifiers/identifiers.ts";
import { type Contract, stakeholdersOf } from "../../base/model/contract.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import { isJsonObject } from "../../base/values/json-object.ts";
import type { Type } from "../../base/values/type.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { vettedPackages } from "../../ledger/state/synchronizers.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson, ExercisedEventJson } from "../../views/envelope/event-json.ts";
import { interfaceView } from "../../views/visibility/interface-view.ts";
import { type JsonFields, normalJson } from "./payload-json.ts";
import { isNamed, isOf } from "./type-names.ts";
import type { ReadingState } from "./typed-contract.ts";

/**
 * A template or interface constant that `ledger-in-a-box codegen` generated. It decodes the events
 * of its contracts itself.
 */
export interface GeneratedType<Read = unknown, Id = unknown> {
  readonly package: { readonly name: string };
  readonly qualifiedName: string;
  from(event: CreatedEventJson): Read | undefined;
  contractId(contractId: string): Id;
}

/** A choice of a generated constant. */
export interface GeneratedChoice<Read = unknown> {
  readonly owner: Pick<GeneratedType, "package" | "qualifiedName">;
  readonly name: string;
  from(event: ExercisedEventJson): Read | undefined;
}

/** A contract that a transaction created. */
export interface CreatedContract {
  readonly contract: Contract;
  readonly offset: Offset;
  readonly nodeId: NodeId;
}

/** Returns false for templates and interfaces in TypeScript, which read events too, but have code. */
export const isGenerated = (of: object): of is GeneratedType =>
  "from" in of &&
  typeof of.from === "function" &&
  !("implement" in of && typeof of.implement === "function");

/** Returns the reference by package name, whichever version the constant was generated from. */
export const referenceOf = ({
  package: { name },
  qualifiedName,
}: Pick<GeneratedType, "package" | "qualifiedName">): TypeReference => `#${name}:${qualifiedName}`;

/** Returns the contracts of a generated template or interface, decoded by its constant. */
export const generatedContracts = <Read>(
  contracts: Iterable<CreatedContract>,
  of: GeneratedType<Read>,
  state: ReadingState,
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = referenceOf(of);
  const found: Read[] = [];
  for (const { contract, offset, nodeId } of contracts) {
    if (!isOf(contract.templateId, reference, state.packages)) continue;
    const views = viewsOf(contract, reference, state);
    const event = encoder.created(
      {
        kind: "created",
        contract,
        nodeId,
        views,
        acsDelta: true,
        includeBlob: false,
        witnessParties: stakeholdersOf(contract),
      },
      offset,
    );
    found.push(of.from(event) ?? unreadable(reference));
  }
  return found;
};

/** Returns the exercises of a generated choice that have a result, decoded by the constant. */
export const generatedExercises = <Read>(
  nodes: Iterable<ExerciseNode>,
  choice: GeneratedChoice<Read>,
  { state, offset }: { readonly state: ReadingState; readonly offset: Offset },
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = referenceOf(choice.owner);
  return Array.from(nodes).flatMap((node) => {
    const { templateId, interfaceId, result } = node;
    if (node.choice !== choice.name || result === undefined) return [];
    if (!isNamed(interfaceId ?? templateId, reference, state.packages)) return [];
    const event = encoder.exercised(
      {
        kind: "exercised",
        node,
        acsDelta: node.consuming,
        witnessParties: [],
        implementedInterfaces: [...(state.packages.template(templateId)?.implements ?? [])],
      },
      offset,
    );
    return [choice.from(event) ?? unreadable(reference)];
  });
};

/**
 * Converts fields of a payload or view from a program to JSON in the ledger's form. Raises
 * INVALID_ARGUMENT for an unknown field, and decoding errors.
 */
export const generatedJson = (
  of: GeneratedType,
  input: object,
  packages: PackageRegistry,
): JsonFields => {
  const type = typeNamed(of, packages);
  if (type !== undefined && isJsonObject(input)) return normalJson(type, input, packages);
  throw invalidArgument({ expected: `fields of ${of.qualifiedName}`, found: input });
};

/**
 * Returns a predicate that says whether a payload or view has these field values, in any form that
 * a program may write.
 */
export const generatedFieldsTest = (
  of: GeneratedType,
  where: object,
  packages: PackageRegistry,
): ((read: unknown) => boolean) => {
  const wanted = Object.entries(generatedJson(of, where, packages));
  return (read) => {
    const payload = payloadOf(read);
    return wanted.every(([name, value]) => textOf(payload[name]) === textOf(value));
  };
};

/** Returns the payload of a contract that a constant decoded. */
export const payloadOf = (read: unknown): JsonFields => {
  const payload = isJsonObject(read) ? read["payload"] : undefined;
  return isJsonObject(payload) ? (payload as JsonFields) : {};
};

/**
 * Returns JSON as text for comparison. Both sides come from the same codec, so no field is left
 * out.
 */
const textOf = (json: unknown): string => JSON.stringify(json ?? null);

const typeNamed = (of: GeneratedType, packages: PackageRegistry): Type | undefined => {
  const { qualifiedName } = of;
  for (const { templates, interfaces } of packages.versions(of.package.name)) {
    const type = templates.get(qualifiedName)?.payload ?? interfaces.get(qualifiedName)?.view;
    if (type !== undefined) return type;
  }
  return undefined;
};

/**
 * Returns the interfaces whose views an event needs: the requested one. Raises the errors of the
 * view's code.
 */
const viewsOf = (contract: Contract, reference: TypeReference, state: ReadingState) => {
  const { packages } = state;
  const implemented = [...(packages.template(contract.templateId)?.implements ?? [])];
  const views = implemented.filter((id) => isNamed(id, reference, packages));
  for (const id of views) {
    const view = interfaceView(contract, id, { packages, isUsable: vettedPackages(state) });
    if (view.kind === "failed") throw new LedgerError(view.error);
  }
  return views;
};

const unreadable = (reference: TypeReference): never => {
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The constant of ${reference} does not read what is of it; generate it again.`,
  });
};
