import { createInvalidArgumentError } from "../../base/errors/argument-error.ts";
import { LedgerError, ledgerError } from "../../base/errors/ledger-error.ts";
import type { NodeId, Offset, TypeReference } from "../../base/identifiers/identifiers.ts";
import { type Contract, getStakeholders } from "../../base/model/contract.ts";
import type { ExerciseNode } from "../../base/model/node.ts";
import { isJsonObject } from "../../base/values/json-object.ts";
import type { Type } from "../../base/values/type.ts";
import type { PackageRegistry } from "../../contracts/packages/registry.ts";
import { createVettedPackagePredicate } from "../../ledger/state/synchronizers.ts";
import { EventEncoder } from "../../views/envelope/event-encoder.ts";
import type { CreatedEventJson, ExercisedEventJson } from "../../views/envelope/event-json.ts";
import { computeInterfaceView } from "../../views/visibility/interface-view.ts";
import { normalizePayloadFieldsJson, type PayloadFieldsJson } from "./payload-json.ts";
import type { ContractReadingLedgerState } from "./to-typed-contract.ts";
import { isTemplateOrItsInterface, matchesTypeReference } from "./type-names.ts";

/**
 * A constant that `ledger-in-a-box codegen` generated for a template or interface. Its methods
 * decode the events of its contracts.
 */
export interface GeneratedType<Read = unknown, Id = unknown> {
  readonly package: { readonly name: string };
  readonly qualifiedName: string;
  from(event: CreatedEventJson): Read | undefined;
  contractId(contractId: string): Id;
}

/** The constant that `ledger-in-a-box codegen` generated for a choice. */
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

/**
 * Returns true for a generated constant. Templates and interfaces in TypeScript also decode events,
 * but have the method `implement`.
 */
export const isTypeGeneratedByCodegen = (of: object): of is GeneratedType =>
  "from" in of &&
  typeof of.from === "function" &&
  !("implement" in of && typeof of.implement === "function");

/** Returns the reference by package name, which is the same for all versions of the package. */
export const getPackageNameTypeReference = ({
  package: { name },
  qualifiedName,
}: Pick<GeneratedType, "package" | "qualifiedName">): TypeReference => `#${name}:${qualifiedName}`;

/** Returns the contracts of a template or interface, decoded by its generated constant. */
export const decodeGeneratedContracts = <Read>(
  contracts: Iterable<CreatedContract>,
  of: GeneratedType<Read>,
  state: ContractReadingLedgerState,
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = getPackageNameTypeReference(of);
  const found: Read[] = [];
  for (const { contract, offset, nodeId } of contracts) {
    if (!isTemplateOrItsInterface(contract.templateId, reference, state.packages)) continue;
    const views = computeReferencedViews(contract, reference, state);
    const event = encoder.encodeCreated(
      {
        kind: "created",
        contract,
        nodeId,
        views,
        acsDelta: true,
        includeBlob: false,
        witnessParties: getStakeholders(contract),
      },
      offset,
    );
    found.push(of.from(event) ?? throwDecodingFailure(reference));
  }
  return found;
};

/** Returns the exercises of a choice that have a result, decoded by its generated constant. */
export const decodeGeneratedExercises = <Read>(
  nodes: Iterable<ExerciseNode>,
  choice: GeneratedChoice<Read>,
  { state, offset }: { readonly state: ContractReadingLedgerState; readonly offset: Offset },
): readonly Read[] => {
  const encoder = new EventEncoder(state);
  const reference = getPackageNameTypeReference(choice.owner);
  return Array.from(nodes).flatMap((node) => {
    const { templateId, interfaceId, result } = node;
    if (node.choice !== choice.name || result === undefined) return [];
    if (!matchesTypeReference(interfaceId ?? templateId, reference, state.packages)) return [];
    const event = encoder.encodeExercised(
      {
        kind: "exercised",
        node,
        acsDelta: node.consuming,
        witnessParties: [],
        implementedInterfaces: [...(state.packages.template(templateId)?.implements ?? [])],
      },
      offset,
    );
    return [choice.from(event) ?? throwDecodingFailure(reference)];
  });
};

/**
 * Converts fields of a payload or view, which a program wrote, to JSON in the form that the ledger
 * writes. Raises INVALID_ARGUMENT for an unknown field, and decoding errors.
 */
export const encodeFieldsOfGeneratedType = (
  of: GeneratedType,
  input: object,
  packages: PackageRegistry,
): PayloadFieldsJson => {
  const type = typeNamed(of, packages);
  if (type !== undefined && isJsonObject(input)) {
    return normalizePayloadFieldsJson(type, input, packages);
  }
  throw createInvalidArgumentError({ expected: `fields of ${of.qualifiedName}`, found: input });
};

/**
 * Returns a predicate that returns true if a payload or view has these field values. The values may
 * be in any form that decoding accepts.
 */
export const createFieldValuesPredicate = (
  of: GeneratedType,
  where: object,
  packages: PackageRegistry,
): ((read: unknown) => boolean) => {
  const expectedFields = Object.entries(encodeFieldsOfGeneratedType(of, where, packages));
  return (read) => {
    const payload = getDecodedPayload(read);
    return expectedFields.every(
      ([name, value]) => toComparableText(payload[name]) === toComparableText(value),
    );
  };
};

/** Returns the payload of a contract that a constant decoded. */
export const getDecodedPayload = (read: unknown): PayloadFieldsJson => {
  const payload = isJsonObject(read) ? read["payload"] : undefined;
  return isJsonObject(payload) ? (payload as PayloadFieldsJson) : {};
};

/**
 * Returns JSON as text, for comparison. Both compared values come from the same codec, so their
 * fields are the same and in the same order.
 */
const toComparableText = (json: unknown): string => JSON.stringify(json ?? null);

const typeNamed = (of: GeneratedType, packages: PackageRegistry): Type | undefined => {
  const { qualifiedName } = of;
  for (const { templates, interfaces } of packages.versions(of.package.name)) {
    const type = templates.get(qualifiedName)?.payload ?? interfaces.get(qualifiedName)?.view;
    if (type !== undefined) return type;
  }
  return undefined;
};

/**
 * Returns the interfaces of the contract that the reference names, whose views the event must
 * contain. Raises the errors of the view's code.
 */
const computeReferencedViews = (
  contract: Contract,
  reference: TypeReference,
  state: ContractReadingLedgerState,
) => {
  const { packages } = state;
  const implemented = [...(packages.template(contract.templateId)?.implements ?? [])];
  const views = implemented.filter((id) => matchesTypeReference(id, reference, packages));
  for (const id of views) {
    const view = computeInterfaceView(contract, id, {
      packages,
      isUsable: createVettedPackagePredicate(state),
    });
    if (view.kind === "failed") throw new LedgerError(view.error);
  }
  return views;
};

const throwDecodingFailure = (reference: TypeReference): never => {
  throw ledgerError("INVALID_ARGUMENT", {
    cause: `The generated constant of ${reference} cannot decode an event of its type. Generate the code again.`,
  });
};
